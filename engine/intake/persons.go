package intake

import (
	"bytes"
	"cmp"
	"compress/flate"
	"encoding/gob"

	"tijian/engine/filelimits"
	"tijian/engine/jsontree"
	"tijian/engine/message"
)

// Persons are the requests of a file. A table may have very many: they are kept packed,
// in parts, of which those that are worked on are taken out.
type Persons struct {
	parts [][]byte
	last  []kept // of the part that is not full yet
	count int
}

// PartSize is how many persons a part has; the last one may have fewer.
const PartSize = 100

// kept is what is kept of a request.
type kept struct {
	Place   message.Phrase
	Text    []byte
	Issues  []Issue
	Assumed []string
}

// Add appends a request.
func (p *Persons) Add(r Request) {
	if r.tree != nil {
		r.text = r.tree.Append(nil)
	}
	p.last = append(p.last, kept{r.Place.Phrase, r.text, r.Issues, r.Assumed})
	if p.count++; len(p.last) == PartSize {
		p.pack()
	}
}

// Lines are requests as the API takes them, one a line; wrong is why they cannot be used.
func Lines(data []byte) (requests *Persons, wrong *Issue) {
	requests = new(Persons)
	number := 0
	var counted filelimits.Table
	for l := range bytes.Lines(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))) {
		number++
		at := Place{Phrase: message.RowAt.With("row", number)}
		if err := cmp.Or(counted.Row(nil), filelimits.Line(l)); err != nil {
			return nil, &Issue{Place: at, Reason: message.Of(err)}
		}
		if len(bytes.TrimSpace(l)) > 0 {
			requests.Add(Request{Place: at, text: l})
		}
	}
	return requests, nil
}

// pack packs the last part. Requests differ in little: they take a tenth of their room.
func (p *Persons) pack() {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestSpeed)
	if err == nil {
		if err = gob.NewEncoder(w).Encode(p.last); err == nil {
			err = w.Close()
		}
	}
	if err != nil {
		panic(err) // nothing fails in memory
	}
	p.parts = append(p.parts, bytes.Clone(b.Bytes()))
	clear(p.last)
	p.last = p.last[:0]
}

// Len is how many persons there are.
func (p *Persons) Len() int { return p.count }

// Bytes is about what they take.
func (p *Persons) Bytes() (n int64) {
	for _, part := range p.parts {
		n += int64(len(part))
	}
	for _, one := range p.last {
		n += int64(len(one.Text)) + perIssue*int64(1+len(one.Issues))
	}
	return n
}

// perIssue is about what an issue takes that is not packed, in bytes.
const perIssue = 800

// Part returns the persons from a number on that stand in the same part.
func (p *Persons) Part(from int) (requests []Request) {
	all := p.last
	if k := from / PartSize; k < len(p.parts) {
		all = nil
		r := flate.NewReader(bytes.NewReader(p.parts[k]))
		if err := gob.NewDecoder(r).Decode(&all); err != nil {
			panic(err) // we packed it
		}
	}
	for _, one := range all[from%PartSize:] {
		requests = append(requests, Request{Place: Place{Phrase: one.Place}, text: one.Text, Issues: one.Issues, Assumed: one.Assumed})
	}
	return requests
}

// Tree is the request as the API takes it.
func (r *Request) Tree() *jsontree.Node {
	if r.tree != nil {
		return r.tree
	}
	tree, err := jsontree.Parse(r.text)
	if err != nil {
		panic(err) // it was written by us
	}
	return tree
}

// Body is the request as the API takes it, with what is said of it in issues, as an
// answer to a request of FHIR has them: its answer says so as well.
func (r *Request) Body(lang string) []byte {
	if len(r.Issues) == 0 && r.tree == nil {
		return r.text
	}
	tree := r.Tree()
	if len(r.Issues) > 0 {
		tree.Set("issues", jsontree.List(r.Issues, func(i Issue) *jsontree.Node {
			code := "not-supported"
			if i.Used {
				code = "informational"
			}
			return jsontree.NewObject("code", code, "text", i.Reason.In(lang), "place", i.Place.In(lang))
		}))
	}
	return tree.Append(nil)
}
