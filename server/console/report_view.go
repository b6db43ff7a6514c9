package console

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"tijian/server/audit"
	"tijian/server/cases"
	"tijian/server/console/casework"
	"tijian/server/console/lines"
	"tijian/server/console/person"
	"tijian/server/console/words"
	"tijian/server/upload"
)

// A reportPage is a report: under way, failed, or with what it shows.
type reportPage struct {
	ID, Status, Error string // the status of the task, while it reads
	State             cases.State
	Person, File      string
	Failed            bool // nothing could be read
	SignedBy          string
	SignedAt          time.Time
	Sent, Assessed    bool
	Pictures          []pictureView
	Kind              string // of the error, where the pages know what to do about it
	Lines             []lines.Line
	Counts            standing
	Sums              []uint32 // of the pictures
	Mixed             bool     // a second report lies among the pictures
	Differ            bool     // pictures print different sexes or ages
	Parts             [][]lines.Sheet
	Skipped           bool   // a page of a file was not read
	From              string // the case that has the pictures
	Add               addForm
	Joint             []string        // cases whose pictures stand behind its own
	Together          int             // files that were sent with it, each a case of its own
	Fits              []casework.Line // those of them that may be of the same examination
}

// A pictureView is a picture of the report, from 0.
type pictureView struct {
	At   int
	Kept bool
}

// An addForm takes a line that was not read.
type addForm struct {
	lines.Row
	ID, Rows string // Rows are of a table
	Faults   []string
	Specimen string       // that all lines are of; "" for nothing
	Added    []lines.Line // just now
	Counts   standing
}

// A standing is how far a report is.
type standing struct {
	lines.Counts
	ID          string
	Sent, Mixed bool
	Assessed    bool
	Outdated    bool          // it was assessed, and then the report was changed
	Offer       *person.Offer // what the report prints of the person
	Day         string        // of the examination, as printed
}

func (c *Console) showReport(v *requestContext) error {
	p := v.report
	if name, entry, ok := strings.Cut(v.URL.Query().Get("at"), " "); ok { // a line that is opened, or shut again
		n, _ := strconv.Atoi(entry)
		l := p.line(name, n)
		if l == nil {
			return v.fail(http.StatusNotFound, "error.missing")
		}
		if !v.URL.Query().Has("shut") {
			c.open(v, l)
		}
		if v.isHTMX() {
			return v.part(http.StatusOK, "report", "line-of", l)
		}
	}
	if p.State != cases.Reading && !p.Failed {
		c.Audit.Add(v.Context(), v.entry(audit.ReportRead, p.ID, ""))
	}
	w, err := c.own(v)
	if err == nil {
		err = c.together(v, w, p)
	}
	if err != nil {
		return err
	}
	return v.partOr(http.StatusOK, "report", "values", p)
}

func (c *Console) readReport(v *requestContext) (*reportPage, error) {
	w, err := c.own(v)
	if err != nil {
		return nil, err
	}
	p := &reportPage{ID: w.ID, State: w.State, Person: w.Person, File: w.File, Error: w.Error, Failed: w.Failed, Skipped: w.Skipped, Mixed: w.Mixed(), Differ: w.Printed.Differ,
		SignedBy: w.SignedBy, SignedAt: w.SignedAt, Sent: w.SignedBy != "", Assessed: w.Answers != nil, From: cmp.Or(w.From, w.ID), Joint: w.Joint, Sums: w.Sums}
	if w.State == cases.Reading {
		t, err := c.Tasks.Get(v.Context(), v.user.Name, w.ID)
		p.Status = string(t.Status)
		return p, err
	}
	kept, err := c.uploads.Kept(v.Context(), v.user.Name, p.From)
	if err != nil {
		return p, err
	}
	for i := range w.Paper() {
		p.Pictures = append(p.Pictures, pictureView{i, slices.Contains(kept, i+1)})
	}
	kind, _, _ := strings.Cut(w.Error, ":")
	if strings.HasSuffix(w.Error, upload.Gone) {
		kind = "gone"
	}
	if words.In(v.lang)["report.error."+kind] != "" {
		p.Kind = kind
	}
	if p.Mixed {
		for _, part := range w.Parts() {
			var sheets []lines.Sheet
			for _, n := range part {
				sheets = append(sheets, w.Sheets[n])
			}
			p.Parts = append(p.Parts, sheets)
		}
	}
	p.Lines, err = w.Lines(v.lang, c.Live.Snapshot().Dictionary)
	w.Judge(v.lang, c.Live.Snapshot(), p.Lines, c.Limits.Samples, c.Now())
	p.Counts = standing{Counts: lines.Count(p.Lines), ID: w.ID, Sent: p.Sent, Mixed: p.Mixed, Assessed: p.Assessed, Outdated: w.Answers == nil && !w.AssessedAt.IsZero(), Day: w.Day}
	if o := (&person.Form{}).OfferOf(w.Printed); w.Saved == 0 && o != nil && !o.Differ {
		p.Counts.Offer = o
	}
	p.Add = addForm{ID: w.ID, Specimen: lines.SpecimenOf(p.Lines)}
	return p, err
}

// labels exports a report's lines as labelled data.
func (c *Console) labels(v *requestContext) error {
	p := v.report
	c.Audit.Add(v.Context(), v.entry(audit.LabelsRead, p.ID, ""))
	v.w.Header().Set("Content-Type", "application/jsonl; charset=utf-8")
	v.w.Header().Set("Content-Disposition", `attachment; filename="`+p.ID+`.jsonl"`)
	_ = lines.Label(v.w, p.Lines) // a client that left needs nothing
	return nil
}
