//go:build cgo

package command

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"tijian/engine"
	"tijian/engine/dictionary"
	"tijian/engine/jsontree"
	"tijian/engine/message"
	"tijian/engine/ruleset"
	"tijian/ocr"
	"tijian/ocr/block"
)

// OCR recognises pictures of reports.
type OCR struct {
	engine.Files
	Pictures []string `arg:"" name:"file" help:"图片：JPEG、PNG、WebP、GIF、BMP 或 TIFF" en:"Pictures: JPEG, PNG, WebP, GIF, BMP or TIFF."`
	Version  string   `help:"用哪一版的词典；默认为使用中的版本" en:"Version whose dictionaries to use; the active one by default." placeholder:"VERSION"`
	Layout   string   `enum:"SINGLE,DOUBLE,TABLE,DEFAULT" default:"DEFAULT" help:"版式：SINGLE、DOUBLE 或 TABLE；默认自动判断" en:"SINGLE, DOUBLE or TABLE; found out by default."`
	Format   string   `enum:"simple,full" default:"simple" help:"输出形式：simple 或 full，与接口的两种形式相同" en:"simple or full, as the API's two forms."`
	Debug    string   `help:"把每一步之后的图片写入这个文件夹" en:"Write the picture after each stage into this folder." placeholder:"DIR"`
}

// Run prints one JSON object a picture. A picture that cannot be read is named
// on standard error, and the others go on.
func (c *OCR) Run(ctx context.Context, s Streams) error {
	snapshot, problems := engine.Load(c.Files, c.Version, dictionaryChecks...)
	if len(problems) > 0 {
		return invalid(s, c.Files, problems)
	}
	options := ocr.Options{
		Workers:      runtime.NumCPU(),
		Dictionary:   func() *dictionary.Dictionary { return snapshot.Dictionary },
		Dictionaries: snapshot.DictionariesFS(),
		Quality:      func() map[string]ruleset.Thresholds { return snapshot.Rules.Quality },
	}
	var stages stages
	if c.Debug != "" {
		options.Debug = stages.write
	}
	recogniser, err := ocr.New(options)
	if err != nil {
		return err
	}
	defer recogniser.Close()
	failed := 0
	for i, file := range c.Pictures {
		if len(c.Pictures) > 1 {
			fmt.Fprintf(s.Err, "%d/%d %s\n", i+1, len(c.Pictures), file)
		}
		stages.begin(c.Debug, file)
		if err := errors.Join(c.recognise(ctx, recogniser, file, s.Out), stages.err); err != nil {
			fmt.Fprintf(s.Err, s.in("%s：%s\n", "%s: %s\n"), file, message.Localise(err, s.Lang))
			failed++
		}
	}
	if failed > 0 {
		return failure{exitFailure, fmt.Sprintf(s.in("%d 张图片没有读出（共 %d 张）", "%d of %d pictures were not read"), failed, len(c.Pictures))}
	}
	return nil
}

func (c *OCR) recognise(ctx context.Context, r *ocr.Recogniser, file string, w io.Writer) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	full, err := r.Recognise(ctx, data, block.Layout(c.Layout))
	if err != nil {
		return err
	}
	if c.Format == "full" {
		return jsontree.WriteIndented(w, full)
	}
	return jsontree.WriteIndented(w, full.Simple())
}

// stages writes the picture after each stage into a folder.
type stages struct {
	folder, name string
	err          error
}

func (s *stages) begin(folder, file string) {
	name := filepath.Base(file)
	*s = stages{folder: folder, name: strings.TrimSuffix(name, filepath.Ext(name))}
}

func (s *stages) write(stage string, picture image.Image) {
	s.err = errors.Join(s.err, s.save(fmt.Sprintf("%s-%s.png", s.name, stage), picture))
}

func (s *stages) save(name string, picture image.Image) error {
	if err := os.MkdirAll(s.folder, 0o755); err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(s.folder, name))
	if err != nil {
		return err
	}
	return errors.Join(png.Encode(f, picture), f.Close())
}
