package filelimits

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/xuri/excelize/v2"

	"tijian/engine/message"
)

// Limits of a workbook, which is an archive of parts in XML.
const (
	mostParts    = 2_000
	MostRatio    = 200 // of what a part unpacks to; sheets of one value are packed 1:100
	MostUnpacked = 128 << 20
	mostTags     = 9_000_000 // of sheets and texts: four for each cell
	mostOther    = 100_000   // of all other parts, each of which is some object of the library's
	longestTag   = 1 << 20   // bytes
)

// ratioFrom so many bytes a part's ratio is looked at: small ones do no harm.
const ratioFrom = 1 << 20

// Workbook opens a workbook of Excel that is within the limits of its archive. The
// rows are still to be counted, by Table.
func Workbook(data []byte, options excelize.Options) (*excelize.File, error) {
	if _, err := Archive(data); err != nil {
		return nil, err
	}
	options.UnzipSizeLimit, options.UnzipXMLSizeLimit = MostUnpacked, MostUnpacked // nothing goes to the disk
	return excelize.OpenReader(bytes.NewReader(data), options)
}

// Archive opens the archive of a workbook of Excel or of OpenDocument that is within its
// limits.
func Archive(data []byte) (*zip.Reader, error) {
	if err := File(int64(len(data))); err != nil {
		return nil, err
	}
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	if len(archive.File) > mostParts {
		return nil, beyond(message.PartsOfFile, mostParts)
	}
	var all unpacked
	for _, part := range archive.File {
		if err := all.part(part); err != nil {
			return nil, err
		}
	}
	return archive, nil
}

// unpacked counts what parts unpack to. What their headers say is not believed.
type unpacked struct {
	bytes       int64
	tags, other int
}

func (u *unpacked) part(p *zip.File) error {
	content, err := p.Open()
	if err != nil {
		return err
	}
	defer content.Close()
	name := strings.ToLower(p.Name)
	counted, most := &u.other, mostOther
	if strings.Contains(name, "worksheets/sheet") || strings.HasSuffix(name, "sharedstrings.xml") || name == "content.xml" {
		counted, most = &u.tags, mostTags
	}
	var size int64
	open, tag := false, 0
	buffer := make([]byte, 64<<10)
	for {
		n, err := content.Read(buffer)
		size, u.bytes = size+int64(n), u.bytes+int64(n)
		switch {
		case u.bytes > MostUnpacked:
			return beyond(message.UnpackedOfFile, MostUnpacked)
		case size > ratioFrom && size > MostRatio*int64(p.CompressedSize64):
			return beyond(message.RatioOfFile, MostRatio)
		}
		for _, sign := range buffer[:n] {
			switch {
			case sign == '<':
				open, tag = true, 0
				*counted++
			case sign == '>':
				open = false
			case open:
				tag++
			}
			if tag > longestTag {
				return beyond(message.TagOfFile, longestTag)
			}
		}
		if *counted > most {
			return beyond(message.TagsOfFile, int64(most))
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// Rows calls each with the rows of a sheet down to the last that says something, counted
// in: the cells as they are shown, and what is kept of them.
func (t *Table) Rows(book *excelize.File, sheet string, each func(shown, kept []string)) (err error) {
	shown, err := book.Rows(sheet)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, shown.Close()) }()
	kept, err := book.Rows(sheet)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, kept.Close()) }()
	blank := 0
	for shown.Next() && kept.Next() {
		row, err := shown.Columns()
		if err != nil {
			return err
		}
		raw, err := kept.Columns(excelize.Options{RawCellValue: true})
		if err != nil {
			return err
		}
		if err := t.Row(row); err != nil {
			return err
		}
		if len(row) == 0 {
			blank++
			continue
		}
		for ; blank > 0; blank-- {
			each(nil, nil)
		}
		each(row, raw)
	}
	return errors.Join(shown.Error(), kept.Error())
}
