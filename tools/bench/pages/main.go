// Command pages compares recognising a report, from its file's bytes to named
// values, with one plain Tesseract call on the same file.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"tijian/dictionaries"
	"tijian/engine/dictionary"
	"tijian/ocr"
	"tijian/ocr/block"
	"tijian/tools/bench/table"
)

func main() {
	folder := flag.String("pictures", "../../testdata/reports", "folder of the pictures")
	cores := flag.Int("cores", 2, "that recognising may use")
	flag.Parse()
	runtime.GOMAXPROCS(*cores)
	if err := run(*folder, *cores); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(folder string, cores int) error {
	files, err := filepath.Glob(filepath.Join(folder, "*.jpg"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("no pictures in %s", folder)
	}
	dict, list := dictionary.Load(dictionaries.FS)
	if err := list.Err(); err != nil {
		return err
	}
	recogniser, err := ocr.New(ocr.Options{Workers: cores, Dictionary: func() *dictionary.Dictionary { return dict }})
	if err != nil {
		return err
	}
	defer recogniser.Close()
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		var failed error
		ours := func() {
			if _, err := recogniser.Recognise(context.Background(), data, block.Default); err != nil {
				failed = err
			}
		}
		peer := func() {
			if err := plain(file); err != nil {
				failed = err
			}
		}
		table.Show(table.WithinSlow(fmt.Sprintf("recognise %s on %d cores, to plain Tesseract", filepath.Base(file), cores), 0.5, ours, peer))
		if failed != nil {
			return failed
		}
	}
	return nil
}

func plain(file string) error {
	command := exec.Command("tesseract", file, "stdout", "-l", "chi_sim+eng", "--psm", "6")
	command.Env = append(os.Environ(), "OMP_THREAD_LIMIT=1")
	var complaint bytes.Buffer
	command.Stderr = &complaint
	if err := command.Run(); err != nil {
		return fmt.Errorf("tesseract: %w: %s", err, &complaint)
	}
	return nil
}
