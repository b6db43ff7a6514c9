// Command demo shows the whole service at work: it starts the binary with a
// throw-away folder, draws a report, has it recognised as a task, has the
// result assessed, and extracts the findings of a summary.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/google/uuid"

	"tijian/tools/reportgen/page"
)

// summary is the check-up summary whose findings are shown.
const summary = "甲状腺：左叶见一低回声结节，大小约6×4mm，TI-RADS 3类。肝脏回声增强，考虑轻度脂肪肝。" +
	"胆囊息肉样病变，未见结石。心电图：窦性心动过缓。双肺未见明显异常。母亲有乳腺癌病史。建议复查，排除甲状腺功能减退。"

func main() {
	binary := flag.String("binary", "bin/tijian", "the program to show")
	seed := flag.Uint64("seed", 7, "which report to draw")
	layout := flag.String("layout", "TABLE", "SINGLE, DOUBLE or TABLE")
	condition := flag.String("condition", "clean", "clean, scanned or photographed")
	flag.Parse()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	if err := run(ctx, *binary, page.Options{Seed: *seed, Layout: *layout, Condition: *condition}); err != nil {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, binary string, options page.Options) error {
	maker, err := page.New("")
	if err != nil {
		return err
	}
	report, err := maker.Draw(options)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "tijian-demo-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	base, stop, err := startService(ctx, binary, dir)
	if err != nil {
		return err
	}
	defer stop()
	fmt.Printf("The service runs at %s, its data in %s.\n", base, dir)
	pictureURL, stopPicture, err := servePicture(report.JPEG)
	if err != nil {
		return err
	}
	defer stopPicture()

	c := &client{base: base}
	if err := c.login(ctx, demoUser, demoPassword); err != nil {
		return err
	}
	start := time.Now()
	id := uuid.NewSHA1(uuid.NameSpaceURL, report.JPEG).String()
	values, err := c.recognise(ctx, id, pictureURL)
	if err != nil {
		return err
	}
	fmt.Printf("Task %s: a %s report (%s, %d kb), read in %s.\n\n",
		id, report.Truth.Layout, report.Truth.Condition, len(report.JPEG)/1024, time.Since(start).Round(10*time.Millisecond))

	var answer assessment
	if err := c.call(ctx, "POST", "/api/samples", request(values), &answer); err != nil {
		return err
	}
	printAssessment(os.Stdout, answer, report.Truth.Values)

	var found findings
	if err := c.call(ctx, "POST", "/api/keywords", map[string]string{"text": summary}, &found); err != nil {
		return err
	}
	printFindings(os.Stdout, summary, found)
	return nil
}
