package command

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tijian/engine"
	"tijian/engine/filelimits"
	"tijian/engine/intake"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/tabular"
	"tijian/server/batch"
)

// Assess assesses every person of a file.
type Assess struct {
	local
	intakeFlags
	File    string `arg:"" help:"表格（.csv、.tsv、.xlsx、.xls、.ods）、HL7（.hl7）或评估请求（.ndjson）" en:"A table (.csv, .tsv, .xlsx, .xls, .ods), HL7 (.hl7) or assessment requests (.ndjson)."`
	Persons string `help:"登记表：结果表里没有性别和年龄（或出生日期）时，按编号或姓名从这里取" en:"A table of the persons: sex and age, or date of birth, by identifier or name, where the results do not tell them." placeholder:"FILE"`
	Out     string `short:"o" help:"结果写到这个文件；不写则输出到屏幕" en:"File for the results; standard output without it." placeholder:"FILE"`
	Format  string `enum:"csv,ndjson,fhir" default:"csv" help:"结果的格式：csv 一行一个结果，ndjson 一行一人、与接口相同，fhir 一行一个 Bundle" en:"csv with a line for each result, ndjson with a line for each person as the API answers, fhir with a Bundle a line."`
	Ledger  string `help:"逐条记下文件里的每个人、每处用了没有、为什么，写到这个文件（NDJSON）" en:"File for what became of each person, cell and sheet, and why (NDJSON)." placeholder:"FILE"`
	Resume  bool   `help:"接着上次没有做完的做" en:"Go on where the last run was interrupted."`

	now func() time.Time // time.Now when nil
}

// Run writes the results, and what is wrong with single rows on standard
// error; those do not stop the others.
func (c *Assess) Run(ctx context.Context, s Streams) error {
	if c.Resume && c.Out == "" {
		return message.ResumeAlone.Err()
	}
	data, err := filelimits.ReadFile(c.File)
	if err != nil {
		return err
	}
	snapshot, problems := engine.Load(c.Files, c.intakeFlags.Version)
	if len(problems) > 0 {
		return invalid(s, c.Files, problems)
	}
	now := time.Now
	if c.now != nil {
		now = c.now
	}
	register, registered, err := c.register()
	if err != nil {
		return err
	}
	progress := progress{key: c.key(slices.Concat(registered, data), snapshot.Rules.Hash), Now: now()}
	if c.Out != "" {
		if err := progress.open(s, c.Out, c.Resume); err != nil {
			return err
		}
		defer progress.out.Close()
	}
	o, err := c.options(snapshot, progress.Now)
	if err != nil {
		return err
	}
	o.Persons = register
	all, about, err := persons(s, c.File, data, o)
	if err != nil {
		return err
	}
	book, err := c.ledger(progress.Done > 0)
	if err != nil {
		return err
	}
	defer book.Close()
	if progress.Done == 0 {
		if err := batch.Write(book, batch.Ledger(about)); err != nil {
			return err
		}
	}
	out := io.Writer(s.Out)
	if progress.out != nil {
		out = progress.out
	}
	w := results{form: c.Format, out: out, snapshot: snapshot, english: s.Lang == problem.English}
	if progress.Done == 0 {
		if err := w.heading(progress.out != nil); err != nil {
			return err
		}
	}
	bar := bar{w: s.Err, shown: isTerminal(s.Err), of: all.Len(), label: s.in("已评估", "assessed")}
	for progress.Done < all.Len() && ctx.Err() == nil {
		bar.show(progress.Done)
		if err := w.work(all.Part(progress.Done), &progress, &bar, book, s.Lang); err != nil {
			return err
		}
	}
	bar.show(progress.Done)
	bar.end()
	if ctx.Err() != nil {
		return failure{exitFailure, fmt.Sprintf(s.in("中断：做了 %d 人，共 %d 人；加 --resume 接着做", "interrupted after %d of %d persons; --resume goes on"), progress.Done, all.Len())}
	}
	progress.finish()
	fmt.Fprintf(s.Err, s.in("评估了 %d 人，%d 人有误，%d 人有没用上的内容\n", "%d persons assessed, %d faulty, %d not wholly used\n"), all.Len()-progress.Faulty, progress.Faulty, progress.Partly)
	if progress.Faulty+progress.Partly > 0 || slices.ContainsFunc(about, func(i intake.Issue) bool { return i.Unread }) {
		return failure{exitInvalid, ""}
	}
	return nil
}

// ledger opens the file that tells what became of everything; it is nowhere without
// one. A run that goes on writes behind what the last one wrote.
func (c *Assess) ledger(goesOn bool) (io.WriteCloser, error) {
	if c.Ledger == "" {
		return nowhere{io.Discard}, nil
	}
	how := os.O_CREATE | os.O_WRONLY | os.O_TRUNC
	if goesOn {
		how = os.O_CREATE | os.O_WRONLY | os.O_APPEND
	}
	return os.OpenFile(c.Ledger, how, 0o600)
}

type nowhere struct{ io.Writer }

func (nowhere) Close() error { return nil }

// register is the table of the persons, as it is read and as it stands in its file.
func (c *Assess) register() (sheets []intake.Sheet, data []byte, err error) {
	if c.Persons == "" {
		return nil, nil, nil
	}
	if data, err = filelimits.ReadFile(c.Persons); err != nil {
		return nil, nil, err
	}
	sheets, _, err = intake.Read(data)
	for i := range sheets {
		sheets[i].Name = strings.TrimSpace(filepath.Base(c.Persons) + " " + sheets[i].Name)
	}
	return sheets, data, err
}

// key is of everything that a run must share with the one that it goes on with.
func (c *Assess) key(data []byte, rules string) string {
	sum := sha256.New()
	fmt.Fprintf(sum, "%s %s %s %s ", c.Format, c.Namespace, c.Zone, rules)
	sum.Write(data)
	return hex.EncodeToString(sum.Sum(nil))
}

// progress is how far a run is, beside its results. The results are written
// first: what is in them beyond the kept size was not counted, and is cut off.
type progress struct {
	Key    string    // of input and options
	Now    time.Time // of the first run, so that all answers have one age
	Done   int       // persons
	Faulty int       // of them, not assessed
	Partly int       // of them, of whom something was not used
	Size   int64     // of the results

	key  string
	name string
	out  *os.File
}

func (p *progress) open(s Streams, out string, resume bool) error {
	p.name = out + ".progress"
	kept, err := os.ReadFile(p.name)
	switch {
	case err == nil && !resume:
		return failure{exitFailure, fmt.Sprintf(s.in("%s 上次没有做完：加 --resume 接着做，或删去 %s 重做", "%s was not finished: --resume goes on, or remove %s to begin anew"), out, p.name)}
	case err == nil:
		if err := json.Unmarshal(kept, p); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		if p.Key != p.key {
			return failure{exitFailure, fmt.Sprintf(s.in("不能接着做：文件、选项或规则与上次不同；删去 %s 重做", "cannot go on: file, options or rules are others than last time; remove %s to begin anew"), p.name)}
		}
	}
	p.Key = p.key
	if p.out, err = os.OpenFile(out, os.O_CREATE|os.O_WRONLY, 0o600); err != nil {
		return err
	}
	if err := p.out.Truncate(p.Size); err != nil {
		return err
	}
	_, err = p.out.Seek(0, io.SeekEnd)
	return err
}

// keep notes how far the run is.
func (p *progress) keep() error {
	if p.out == nil {
		return nil
	}
	var err error
	if p.Size, err = p.out.Seek(0, io.SeekCurrent); err != nil {
		return err
	}
	kept, err := json.Marshal(p)
	if err != nil {
		return err
	}
	if err := os.WriteFile(p.name+".new", kept, 0o600); err != nil {
		return err
	}
	return os.Rename(p.name+".new", p.name)
}

func (p *progress) finish() {
	if p.out != nil {
		_ = os.Remove(p.name)
	}
}

// results writes answers in one of the formats.
type results struct {
	form     string
	out      io.Writer
	snapshot *engine.Snapshot
	english  bool
}

// heading begins a table. A file begins with the mark by which Excel knows
// UTF-8: without it Chinese is garbled there.
func (r *results) heading(file bool) error {
	if r.form != "csv" {
		return nil
	}
	if file {
		if _, err := io.WriteString(r.out, "\ufeff"); err != nil {
			return err
		}
	}
	return tabular.Write(r.out, [][]string{batch.Columns})
}

// work assesses persons, tells the ledger and people what became of everything that is
// said of them, and notes how far the run is. What is written is written whole.
func (r *results) work(part []intake.Request, p *progress, bar *bar, book io.Writer, lang string) error {
	form := engine.Form{FHIR: r.form == "fhir", English: r.english && r.form == "fhir"}
	var written, told bytes.Buffer
	for i, answer := range batch.Answers(r.snapshot, part, lang, maxExplained, form, p.Now, r.finish) {
		if answer.Err != nil {
			return answer.Err
		}
		written.Write(answer.Text)
		of := &part[i]
		if slices.ContainsFunc(of.Issues, func(i intake.Issue) bool { return !i.Used }) {
			p.Partly++
		}
		for _, issue := range of.Issues {
			bar.say(issue.In(lang))
		}
		if answer.Faulty() {
			p.Faulty++
			bar.say(message.Placed.With("place", of.Place.Phrase, "reason", answer.Why).In(lang))
		}
		if err := batch.Write(&told, answer.Ledger(of)); err != nil {
			return err
		}
	}
	p.Done += len(part)
	_, err := r.out.Write(written.Bytes())
	if err == nil {
		_, err = book.Write(told.Bytes())
	}
	if err != nil {
		return err
	}
	return p.keep()
}

// finish makes the lines of an answer.
func (r *results) finish(answer []byte) ([]byte, error) {
	if r.form != "csv" {
		return append(answer, '\n'), nil
	}
	rows, err := batch.Rows(r.snapshot, answer)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = tabular.Write(&b, rows)
	return b.Bytes(), err
}

// bar shows how far a run is where people look at it.
type bar struct {
	w     io.Writer
	shown bool
	of    int
	label string
	last  int
}

func (b *bar) show(done int) {
	const width = 30
	if !b.shown || b.of == 0 || done != b.of && done*100/b.of == b.last {
		return
	}
	b.last = done * 100 / b.of
	full := done * width / b.of
	fmt.Fprintf(b.w, "\r%s %s%s %d/%d", b.label, strings.Repeat("█", full), strings.Repeat("░", width-full), done, b.of)
}

// say writes a line above the bar.
func (b *bar) say(line string) {
	if b.shown {
		fmt.Fprint(b.w, "\r\x1b[K")
	}
	fmt.Fprintln(b.w, line)
	b.last = -1
}

func (b *bar) end() {
	if b.shown && b.of > 0 {
		fmt.Fprintln(b.w)
	}
}
