package command

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/term"

	"tijian/engine"
	"tijian/engine/intake"
	"tijian/engine/message"
	"tijian/engine/wire"
)

// intakeFlags are what files of hospitals leave open.
type intakeFlags struct {
	Namespace string `help:"请求方；文件里没写时用它" en:"The requesting party, where the file names none." placeholder:"NAME" default:"batch"`
	Zone      string `help:"没写时区的时间是哪个时区的" en:"The zone of times without one." placeholder:"+08:00" default:"+08:00"`
	Version   string `help:"用哪一版；默认为使用中的版本" en:"Version to use; the active one by default." placeholder:"VERSION"`
}

// options reads the flags.
func (f *intakeFlags) options(snapshot *engine.Snapshot, now time.Time) (intake.Options, error) {
	zone, err := time.Parse("-07:00", f.Zone)
	if err != nil {
		return intake.Options{}, message.ZoneMalformed.Err("text", strconv.Quote(f.Zone))
	}
	return intake.Options{Dictionary: snapshot.Dictionary, Namespace: f.Namespace, Zone: zone.Location(), Now: now.In(zone.Location())}, nil
}

// read loads the version and reads the flags.
func (f *intakeFlags) read(s Streams, files engine.Files) (*engine.Snapshot, intake.Options, error) {
	snapshot, problems := engine.Load(files, f.Version)
	if len(problems) > 0 {
		return nil, intake.Options{}, invalid(s, files, problems)
	}
	o, err := f.options(snapshot, time.Now())
	return snapshot, o, err
}

// Convert makes assessment requests of HL7 v2 messages.
type Convert struct {
	local
	intakeFlags
	File string `arg:"" help:"HL7 v2 消息的文件；- 表示标准输入" en:"File with messages of HL7 v2; - is standard input."`
}

// Run prints one request a line, and what could not be used on standard error.
func (c *Convert) Run(s Streams) error {
	switch strings.ToLower(filepath.Ext(c.File)) {
	case ".csv", ".tsv", ".xlsx", ".xls", ".ods":
		return failure{exitInvalid, message.NotConverted.With("file", message.Plain(c.File)).In(s.Lang)}
	}
	data, err := readInput(c.File, s.In)
	if err != nil {
		return err
	}
	snapshot, o, err := c.read(s, c.Files)
	if err != nil {
		return err
	}
	requests, about, wrong := intake.HL7(data, o)
	if wrong != nil {
		return failure{exitInvalid, c.File + s.in("：", ": ") + wrong.In(s.Lang)}
	}
	for _, issue := range about {
		fmt.Fprintln(s.Err, issue.In(s.Lang))
	}
	faulty := false
	for _, r := range requests {
		for _, issue := range r.Issues {
			fmt.Fprintln(s.Err, issue.In(s.Lang))
		}
		tree := r.Tree()
		if _, err := wire.Decode(tree, maxExplained, snapshot.Rules.Arguments); err != nil {
			faulty = true
			fmt.Fprintln(s.Err, intake.Issue{Place: r.Place, Reason: message.Of(err)}.In(s.Lang))
		}
		fmt.Fprintf(s.Out, "%s\n", tree.Append(nil))
	}
	if faulty {
		return failure{exitInvalid, ""}
	}
	return nil
}

// persons reads the requests of a file by its ending; about is what is said of the
// file itself.
func persons(s Streams, file string, data []byte, o intake.Options) (all *intake.Persons, about []intake.Issue, err error) {
	var wrong *intake.Issue
	switch strings.ToLower(filepath.Ext(file)) {
	case ".hl7":
		var requests []intake.Request
		requests, about, wrong = intake.HL7(data, o)
		all = new(intake.Persons)
		for _, r := range requests {
			all.Add(r)
		}
	case ".ndjson", ".jsonl", ".json":
		all, wrong = intake.Lines(data)
	case ".csv", ".tsv", ".txt", ".xlsx", ".xls", ".ods":
		all, about, wrong = intake.File(data, o)
	default:
		return nil, nil, message.EndingUnknown.Err()
	}
	for _, issue := range about {
		fmt.Fprintln(s.Err, issue.In(s.Lang))
	}
	if wrong != nil {
		return nil, nil, failure{exitInvalid, file + s.in("：", ": ") + wrong.In(s.Lang)}
	}
	return all, about, nil
}

// isTerminal reports whether a stream is one that people look at.
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}
