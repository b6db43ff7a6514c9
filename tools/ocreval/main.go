// Command ocreval scores recognition on a folder of pictures with truths, as
// reportgen writes them.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"sync"
	"time"

	"github.com/alecthomas/kong"
	"golang.org/x/sync/errgroup"

	"tijian/dictionaries"
	"tijian/engine"
	"tijian/engine/dictionary"
	"tijian/engine/ruleset"
	"tijian/ocr"
	"tijian/ocr/isolate"
	"tijian/tools/ocreval/score"
	"tijian/tools/ocreval/show"
	"tijian/tools/reportgen/truth"
)

type options struct {
	Folders  []string `arg:"" optional:"" name:"folder" help:"Folders of pictures with truths, searched with their subfolders." type:"existingdir"`
	Real     string   `help:"Score this folder of real reports (NAME.jpg or NAME.png beside NAME.json), and say where each lost value was lost." type:"existingdir" placeholder:"DIR"`
	Part     string   `default:"all" enum:"all,tuned,held" help:"Of --real: all, those that recognition was tuned on, or the third that is held back."`
	Only     []string `help:"Of --real: only these pictures, by name." placeholder:"NAME"`
	Parallel int      `default:"1" help:"Pages read at the same time."`
	Workers  int      `default:"2" help:"Blocks read at the same time, over all pages."`
	Version  string   `help:"Rules and dictionaries of this embedded version, a draft too, instead of those in force." placeholder:"VERSION"`
	Detect   bool     `help:"Do not tell the recogniser the layout."`
	Both     bool     `help:"Score it both ways, told the layout and not, and compare."`
	Long     bool     `help:"List forms, hospitals and missing values too."`
	Memory   int      `help:"Instead of scoring, recognise so many pages in one child process and print its memory." placeholder:"PAGES"`
	Hostile  bool     `help:"Instead of scoring, send pictures meant to crash, hang or fill the memory to a child process."`
	Blur     bool     `help:"Instead of scoring, blur each page in steps and compare what is refused with what can be read."`
	Fit      string   `help:"Instead of scoring, fit the model of evidence on the folders and the tuned part of --real, write it to this file, and compare what it predicts with what is observed on the pages held back." placeholder:"FILE"`
	Made     string   `help:"Of --fit: the commands that made the pages, kept in the file."`
	Least    float64  `help:"Of --fit: the probability below which no value is given; that of the present model by default." placeholder:"P"`
	Shake    int      `help:"Of --real and --fit: read every picture so many times more, each as another shot of the same." placeholder:"N"`
	Keep     string   `help:"Keep what was read of each picture in this folder, and read no picture again that is kept there: to measure what is made of it." type:"path" placeholder:"DIR"`
	JSON     string   `help:"Write everything to this file as JSON; - for standard output instead of the tables." placeholder:"FILE"`
	HTML     string   `help:"Write a page with the crops of wrong and missing values to this file." placeholder:"FILE"`
}

func main() {
	if len(os.Args) == 2 && os.Args[1] == childArgument {
		if err := isolate.Serve(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, "ocreval:", err)
			os.Exit(1)
		}
		return
	}
	var o options
	kong.Parse(&o, kong.Name("ocreval"), kong.Description("Scores recognition on pictures with truths: pairs of indicator and value."))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, o, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "ocreval:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options, out io.Writer) error {
	var files []string
	for _, dir := range o.Folders {
		found, err := truth.Find(dir)
		if err != nil {
			return err
		}
		files = append(files, found...)
	}
	if len(files) == 0 && o.Real == "" {
		return errors.New("no truths (*" + truth.Suffix + ") found")
	}
	if o.Memory > 0 {
		return remember(ctx, o, files, out)
	}
	if o.Hostile {
		return hostile(ctx, o, files, out)
	}
	snapshot, problems := engine.Load(engine.Files{}, o.Version)
	if err := problems.Err(); err != nil {
		return err
	}
	words, err := fs.Sub(dictionaries.FS, snapshot.Rules.Version)
	if err != nil {
		return err
	}
	settings := ocr.Options{
		Workers: o.Workers, Dictionaries: words,
		Dictionary: func() *dictionary.Dictionary { return snapshot.Dictionary },
		Quality:    func() map[string]ruleset.Thresholds { return snapshot.Rules.Quality },
	}
	switch {
	case o.Blur:
		settings.Quality = func() map[string]ruleset.Thresholds { return definition(snapshot.Rules.Quality) }
	case o.Shake > 0:
		settings.Quality = func() map[string]ruleset.Thresholds { return unweighed(snapshot.Rules.Quality) }
	}
	recogniser, err := ocr.New(settings)
	if err != nil {
		return err
	}
	defer recogniser.Close()
	if o.Fit != "" {
		return fitModel(ctx, recogniser, o, files, out)
	}
	if o.Real != "" {
		return scoreReal(ctx, recogniser, o, out)
	}
	if o.Blur {
		settings.Quality = nil
		open, err := ocr.New(settings)
		if err != nil {
			return err
		}
		defer open.Close()
		return blurSeries(ctx, recogniser, open, snapshot.Rules.Quality, files, o.Parallel, out)
	}
	keeper := keeper{recogniser, o.Keep}
	readers := []reader{ownReader(keeper, o.Detect)}
	if o.Both {
		readers = append(readers, ownReader(keeper, !o.Detect))
	}
	var columns []show.Column
	for _, r := range readers {
		board, err := evaluate(ctx, r, files, o.Parallel)
		if err != nil {
			return err
		}
		columns = append(columns, show.Column{Reader: r.name, Board: board})
	}
	return present(columns, o, out)
}

func evaluate(ctx context.Context, r reader, files []string, parallel int) (*score.Board, error) {
	board := score.New()
	var mu sync.Mutex
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(1, parallel))
	for _, file := range files {
		group.Go(func() error {
			page, err := truth.Read(file)
			if err != nil {
				return err
			}
			picture := filepath.Join(filepath.Dir(file), page.Picture)
			start := time.Now()
			values, full, err := r.read(ctx, picture, page)
			reading := score.Reading{Values: values, Full: full, Seconds: time.Since(start).Seconds()}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				reading.Error = err.Error()
			}
			mu.Lock()
			defer mu.Unlock()
			board.Add(picture, page, reading)
			return nil
		})
	}
	err := group.Wait()
	board.Sort()
	return board, err
}

func present(columns []show.Column, o options, out io.Writer) error {
	if o.HTML != "" {
		if err := create(o.HTML, func(f *os.File) error { return show.HTML(f, columns) }); err != nil {
			return err
		}
	}
	switch o.JSON {
	case "-":
		return show.JSON(out, columns)
	case "":
	default:
		if err := create(o.JSON, func(f *os.File) error { return show.JSON(f, columns) }); err != nil {
			return err
		}
	}
	return show.Text(out, columns, o.Long)
}

func create(path string, write func(*os.File) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}
