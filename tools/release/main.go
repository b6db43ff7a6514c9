// Command release writes what goes with a binary: NOTICE, the full texts of
// its licenses, and its bill of materials (SBOM).
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

func main() {
	notice := flag.String("notice", "", "write the third-party notice to this `file`")
	binary := flag.String("binary", "", "describe this `file` in the folder out")
	version := flag.String("version", "", "its `version`")
	out := flag.String("out", "dist", "`folder` for LICENSES.txt and tijian.cdx.json")
	flag.Parse()
	if err := run(*notice, *binary, *version, *out); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(notice, binary, version, out string) error {
	all, err := modules(".")
	if err != nil {
		return err
	}
	o, err := readOthers()
	if err != nil {
		return err
	}
	if notice != "" {
		if err := write(notice, func(w io.Writer) error { return writeNotice(w, all, o) }); err != nil {
			return err
		}
	}
	if binary == "" {
		return nil
	}
	if err := write(filepath.Join(out, "LICENSES.txt"), func(w io.Writer) error { return writeLicenses(w, all) }); err != nil {
		return err
	}
	return write(filepath.Join(out, "tijian.cdx.json"), func(w io.Writer) error {
		return writeSBOM(w, binary, version, all, o)
	})
}

func write(name string, content func(io.Writer) error) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := content(file); err != nil {
		file.Close()
		return err
	}
	return file.Close()
}
