package command

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"tijian/engine"
	"tijian/engine/dictionary"
	"tijian/engine/fhir"
	"tijian/engine/filelimits"
	"tijian/engine/intake"
	"tijian/engine/jsontree"
	"tijian/engine/message"
	"tijian/engine/tabular"
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
	case ".csv", ".tsv", ".xlsx":
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
		if _, err := wire.Decode(r.Tree, maxExplained, snapshot.Rules.Arguments); err != nil {
			faulty = true
			fmt.Fprintln(s.Err, intake.Issue{Place: r.Place, Reason: message.Of(err)}.In(s.Lang))
		}
		fmt.Fprintf(s.Out, "%s\n", r.Tree.Append(nil))
	}
	if faulty {
		return failure{exitInvalid, ""}
	}
	return nil
}

// persons reads the requests of a file by its ending; about is what is said of the
// file itself.
func persons(s Streams, file string, data []byte, o intake.Options) (jobs []job, about []intake.Issue, err error) {
	var requests []intake.Request
	var wrong *intake.Issue
	switch kind := strings.ToLower(filepath.Ext(file)); kind {
	case ".hl7":
		requests, about, wrong = intake.HL7(data, o)
	case ".ndjson", ".jsonl", ".json":
		jobs, err := lines(data)
		return jobs, nil, err
	case ".csv", ".tsv", ".txt", ".xlsx":
		requests, about, wrong = intake.File(data, kind == ".xlsx", o)
	default:
		return nil, nil, message.EndingUnknown.Err()
	}
	for _, issue := range about {
		fmt.Fprintln(s.Err, issue.In(s.Lang))
	}
	if wrong != nil {
		return nil, nil, failure{exitInvalid, file + s.in("：", ": ") + wrong.In(s.Lang)}
	}
	jobs = make([]job, len(requests))
	for i, r := range requests {
		jobs[i] = job{place: r.Place.Phrase, body: r.Body(s.Lang), issues: r.Issues, assumed: r.Assumed}
	}
	return jobs, about, nil
}

// lines are requests as the API takes them, one a line.
func lines(data []byte) ([]job, error) {
	var jobs []job
	number := 0
	for line := range strings.Lines(string(data)) {
		number++
		if err := filelimits.JSON([]byte(line)); err != nil {
			return nil, message.Placed.Err("place", message.RowAt.With("row", number), "reason", err)
		}
		if strings.TrimSpace(line) != "" {
			jobs = append(jobs, job{place: message.RowAt.With("row", number), body: []byte(line)})
		}
	}
	return jobs, nil
}

// isTerminal reports whether a stream is one that people look at.
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// Mapping helps with the codes of a site's own (TIJIAN_MAPPING).
type Mapping struct {
	Report mappingReport `cmd:"" help:"列出文件里不认识的项目，次数多的在前；填上 indicator 和 unit 就是 TIJIAN_MAPPING 的文件" en:"List the items of files that are not known, the most frequent first; with indicator and unit filled in it is a file for TIJIAN_MAPPING."`
}

type mappingReport struct {
	local
	intakeFlags
	Paths []string `arg:"" name:"file" help:"HL7 v2 消息、FHIR 的 Bundle（.json）、表格（.csv、.tsv、.xlsx）" en:"Messages of HL7 v2, Bundles of FHIR (.json), tables (.csv, .tsv, .xlsx)."`
}

// Run prints a table of what is not known, with two more columns: the text that came
// with a code, and how often it came.
func (c *mappingReport) Run(s Streams) error {
	_, o, err := c.read(s, c.Files)
	if err != nil {
		return err
	}
	var missing map[dictionary.Missing]int
	o.Dictionary, missing = o.Dictionary.Noting()
	for _, name := range c.Paths {
		data, err := filelimits.ReadFile(name)
		if err != nil {
			return err
		}
		if err := readFor(strings.ToLower(filepath.Ext(name)), data, o, s.Lang); err != nil {
			return message.Placed.Err("place", message.Plain(name), "reason", err)
		}
	}
	rows := [][]string{{"system", "code", "indicator", "unit", "text", "times"}}
	for _, m := range slices.SortedFunc(maps.Keys(missing), func(a, b dictionary.Missing) int {
		return cmp.Or(missing[b]-missing[a], cmp.Compare(a.System, b.System), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Text, b.Text))
	}) {
		rows = append(rows, []string{m.System, m.Code, "", "", m.Text, strconv.Itoa(missing[m])})
	}
	return tabular.Write(s.Out, rows)
}

// readFor reads a file for what of it is not known.
func readFor(kind string, data []byte, o intake.Options, lang string) error {
	var wrong *intake.Issue
	switch kind {
	case ".json":
		tree, err := jsontree.Parse(data)
		if err == nil {
			_, err = fhir.Read(tree, o.Dictionary, lang)
		}
		return err
	case ".xlsx", ".csv", ".tsv":
		sheets, _, err := intake.Read(data, kind == ".xlsx")
		if err != nil {
			return err
		}
		_, _, _, wrong = intake.Tables(sheets, o)
	default:
		_, _, wrong = intake.HL7(data, o)
	}
	if wrong != nil {
		return wrong.Reason.Err()
	}
	return nil
}
