package message

// Why a picture is not taken or not read.
var (
	PictureEmpty    = Phrase{"文件是空的", "the file is empty"}
	PictureOfKind   = Phrase{"文件是 {kind}", "the file is of the kind {kind}"}
	PictureUnknown  = Phrase{"不认识这种图片格式", "the file is in no known image format"}
	PictureFormats  = Phrase{"{what}，只能是 JPEG、PNG、WebP、GIF、BMP、TIFF、HEIC、AVIF 或 PDF", "{what}, must be JPEG, PNG, WebP, GIF, BMP, TIFF, HEIC, AVIF or PDF"}
	FilePages       = Phrase{"文件有 {count} 页，一个任务的所有文件最多 {most} 页，还能有 {left} 页：请分成几个任务", "the file has {count} pages, the files of a task must have at most {most} in all, {left} of them are left: make several tasks of it"}
	PDFEncrypted    = Phrase{"PDF 文件有密码：请去掉密码再发", "the PDF file is encrypted with a password: send it without"}
	PDFDamaged      = Phrase{"PDF 文件已损坏", "damaged PDF file: {reason}"}
	PictureDamaged  = Phrase{"{format} 文件已损坏", "damaged {format} file: {reason}"}
	PictureBytes    = Phrase{"文件有 {bytes} 字节，最多 {most}", "the file has {bytes} bytes, must be at most {most}"}
	PictureNoSize   = Phrase{"图片只有 {width} x {height} 像素", "the picture has {width} x {height} pixels"}
	PictureTooLarge = Phrase{"图片太大：{width} x {height} = {pixels} 百万像素，最多 {most}", "the picture is too large: {width} x {height} = {pixels} megapixels, must be at most {most}"}
	PictureStrip    = Phrase{"{width} x {height} 像素的图片太长：长宽比是 {ratio}，最多 {most}", "the picture of {width} x {height} pixels is a strip: its sides are as {ratio} to 1, must be at most {most} to 1"}
	PictureMemory   = Phrase{"解码这张图片要 {need} MiB 内存，最多 {most}；像素少一些的，或不是渐进式的 JPEG，要的内存少", "the picture takes {need} MiB of memory to decode, must be at most {most}; one of fewer pixels, or a JPEG that is not progressive, takes less"}
	PictureSlow     = Phrase{"读这张图片超过了 {limit}", "reading the picture took longer than {limit}"}

	BelowThreshold = Phrase{"{what}是 {measured}{unit}，必须大于 {threshold}{unit}（版式 {layout}）", "{what} {measured}{unit}, must be greater than {threshold}{unit} (layout {layout})"}
	NoTextFound    = Phrase{"{reason}：没有找到文字", "{reason}: no text found"}
	TheResolution  = Phrase{"分辨率", "resolution"}
	TheFileSize    = Phrase{"文件大小", "file size"}
	TheSharpness   = Phrase{"清晰度", "sharpness"}
	TheLegibility  = Phrase{"可辨认程度", "legibility"}
)
