// Command pages compares what recognising a report costs, from its file's bytes
// to named values, with plain Tesseract on the same file, turn by turn: as a
// service whose worker is warm, and as a command started for each page. CPU time
// is what counts, user and system together: unlike the clock it hardly depends
// on what else the machine does.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"tijian/tools/bench/proc"
	"tijian/tools/bench/table"
)

type options struct {
	pictures string
	pages    int
	seed     int
	rounds   int
	ppocr    string
}

func main() {
	var o options
	flag.StringVar(&o.pictures, "pictures", "", "folder of JPEG pictures; pages are drawn by default")
	flag.IntVar(&o.pages, "pages", 9, "pages to draw: three layouts, each clean, scanned and photographed")
	flag.IntVar(&o.seed, "seed", 31, "of the pages drawn")
	flag.IntVar(&o.rounds, "rounds", 1, "turns of each page")
	flag.StringVar(&o.ppocr, "ppocr", "ppocr", "folder of the peer PP-OCR, which is left out until npm ci has been run there")
	flag.Parse()
	if err := run(context.Background(), o); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options) error {
	work, err := os.MkdirTemp("", "tijian-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	program := filepath.Join(work, "tijian")
	if err := tool("build", "-o", program, "."); err != nil {
		return err
	}
	if o.pictures == "" {
		o.pictures = filepath.Join(work, "pages")
		if err := tool("run", "./tools/reportgen", "--out", o.pictures, "--wide", "--seed", strconv.Itoa(o.seed), "--pages", strconv.Itoa(o.pages)); err != nil {
			return err
		}
	}
	files, err := filepath.Glob(filepath.Join(o.pictures, "*.jpg"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("no pictures in %s", o.pictures)
	}
	ours, err := newService(program)
	if err != nil {
		return err
	}
	defer ours.close()
	ways := []*way{
		{name: "tesseract", run: command(ctx, "tesseract", func(file string) []string { return []string{file, "-", "-l", "chi_sim+eng"} })},
		{name: "service", goal: 0.5, run: ours.recognise},
		{name: "command", run: command(ctx, program, func(file string) []string { return []string{"ocr", file} })},
	}
	peer, err := newPPOCR(ctx, o.ppocr)
	if err != nil {
		return err
	}
	if peer != nil {
		defer peer.close()
		ways = append(ways, &way{name: "PP-OCRv4", run: peer.recognise})
	}
	if err := contest(files, o.rounds, ways); err != nil {
		return err
	}
	compare(len(files)*o.rounds, ways[0], ways[1:3])
	if peer != nil {
		compare(len(files)*o.rounds, ways[3], ways[1:2])
	}
	return nil
}

// tool has the project's own module build or run something.
func tool(args ...string) error {
	command := exec.Command("go", args...)
	command.Dir, command.Stderr = "../..", os.Stderr
	return command.Run()
}

// A way to read a page, and what it has cost so far.
type way struct {
	name  string
	goal  float64 // of our cost to the peer's; 0 for none
	run   func(file string) (cost, error)
	total cost
}

// contest lets all ways read every page, turn by turn, and prints a line for
// each page.
func contest(files []string, rounds int, ways []*way) error {
	for _, w := range ways { // warms up
		if _, err := w.run(files[0]); err != nil {
			return fmt.Errorf("%s: %w", w.name, err)
		}
	}
	out := table.Aside()
	fmt.Fprintf(out, "%-40s", "CPU time / wall time")
	for _, w := range ways {
		fmt.Fprintf(out, " %17s", w.name)
	}
	fmt.Fprintf(out, " %7s %5s\n", "ratio", "load")
	for range rounds {
		for _, file := range files {
			fmt.Fprintf(out, "%-40s", filepath.Base(file))
			var costs []cost
			for _, w := range ways {
				c, err := w.run(file)
				if err != nil {
					return fmt.Errorf("%s: %s: %w", w.name, file, err)
				}
				w.total = cost{w.total.cpu + c.cpu, w.total.wall + c.wall}
				costs = append(costs, c)
				fmt.Fprintf(out, " %17s", c)
			}
			fmt.Fprintf(out, " %7.2f %5s\n", costs[1].cpu.Seconds()/costs[0].cpu.Seconds(), proc.Load())
		}
	}
	return nil
}

// compare prints the means of our ways beside a peer's.
func compare(n int, peer *way, ours []*way) {
	for _, w := range ours {
		c := table.Comparison{
			Name: fmt.Sprintf("CPU time of a page, mean of %d, %s, to %s", n, w.name, peer.name),
			Ours: table.Time(w.total.cpu / time.Duration(n)), Peer: table.Time(peer.total.cpu / time.Duration(n)), Ratio: w.total.cpu.Seconds() / peer.total.cpu.Seconds(),
		}
		if w.goal > 0 {
			c.Goal, c.Reached = fmt.Sprintf("at most %gx its time", w.goal), c.Ratio <= w.goal
		}
		table.Show(c)
		table.Show(table.Comparison{
			Name: fmt.Sprintf("wall time of a page, mean of %d, %s, to %s", n, w.name, peer.name),
			Ours: table.Time(w.total.wall / time.Duration(n)), Peer: table.Time(peer.total.wall / time.Duration(n)), Ratio: w.total.wall.Seconds() / peer.total.wall.Seconds(),
		})
	}
}
