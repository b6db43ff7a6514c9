package console

import (
	"cmp"
	"errors"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"tijian/engine/draft"
	"tijian/engine/keywords"
	"tijian/engine/workbook"
	"tijian/server/console/answer"
	"tijian/server/console/form"
	"tijian/server/console/newform"
)

// findingPage is the form of a finding that the dictionaries do not have.
type findingPage struct {
	termPage        // the text to try it on, the draft; the word is the standard term
	Term     string `form:"term"` // the word by its other name
	Site     string `form:"site"`
	Head     string `form:"head"`
	ICD10    string `form:"icd10"`
	Own      string `form:"own"` // context; "" for that of its file
	Contexts []form.Choice
	Fields   []findingField
	File     string `form:"into"` // below the dictionaries of the version; "" for the one with most findings of its site
	Files    []form.Choice
	Sites    []string
	Heads    []string
	Line     string // as it is written
	Where    string // the file that it is written into
	Fine     bool   // nothing speaks against it
	Found    bool   // the text has it
	Tried    bool   // there was a text
}

// A findingField is a list of words, as it was typed.
type findingField struct{ Key, Text string }

// findingLists are the lists of words of a finding, as the files name them.
var findingLists = []string{"variants", "sited", "known_by", "block"}

// maxText is how many characters a field of a finding may have.
const maxText = 1000

// newFinding shows the form. The address may have the finding as ?text=, and from
// a text it is sent with it.
func (c *Console) newFinding(v *requestContext) error {
	p, err := c.findingPage(v)
	if err != nil {
		return err
	}
	if p.Do != "save" {
		return c.showFinding(v, http.StatusOK, p)
	}
	added, err := c.add(v, &p.intoDraft, func(version string) (draft.Addition, error) { return c.judgeFinding(v, p, version) })
	if err != nil {
		return err
	}
	if p.Faults = added.Faults; len(p.Faults) > 0 {
		return c.showFinding(v, http.StatusUnprocessableEntity, p)
	}
	return c.showAdded(v, p.termPage, added)
}

// tryFinding answers while the form is filled in: what speaks against the finding,
// how it is written, and what the text says with it.
func (c *Console) tryFinding(v *requestContext) error {
	p, err := c.findingPage(v)
	if err != nil {
		return err
	}
	p.Tried = strings.TrimSpace(p.Text) != ""
	if p.Word == "" {
		return v.part(http.StatusOK, "finding", "tried", p)
	}
	added, err := c.judgeFinding(v, p, p.version())
	if err != nil {
		return err
	}
	p.Faults = added.Faults
	if p.Fine = len(p.Faults) == 0; p.Fine && p.Tried && added.Lexicon != nil {
		full, err := added.Lexicon.Full(p.Text, p.Context, p.Item)
		if err != nil {
			return err
		}
		p.After = answer.Pieces(v.lang, []rune(p.Text), &full)
		p.Found = slices.ContainsFunc(full.Matches, func(m keywords.Finding) bool { return m.Term == p.Word })
	}
	return v.part(http.StatusOK, "finding", "tried", p)
}

// findingPage reads the form.
func (c *Console) findingPage(v *requestContext) (*findingPage, error) {
	into, err := c.chosenDraft(v)
	if err != nil {
		return nil, err
	}
	p := &findingPage{}
	v.sent(p)
	p.intoDraft, p.Word = into, cmp.Or(p.Term, p.Word)
	if v.Method == http.MethodGet {
		p.Text = strings.TrimSpace(v.URL.Query().Get("text"))
		p.Word = p.Text
	}
	if utf8.RuneCountInString(p.Word) > draft.MostInWord {
		p.Word = "" // a sentence, of which people take the finding
	}
	long := utf8.RuneCountInString(p.Text) > c.Limits.Text
	for _, key := range findingLists {
		text := strings.TrimSpace(v.PostFormValue(key))
		long = long || utf8.RuneCountInString(text) > maxText
		p.Fields = append(p.Fields, findingField{key, text})
	}
	for _, text := range []string{p.Site, p.Head, p.ICD10, p.Item} {
		long = long || utf8.RuneCountInString(text) > maxItem
	}
	if long {
		return nil, v.fail(http.StatusRequestEntityTooLarge, "error.large")
	}
	return p, nil
}

// judgeFinding works out the file with the finding, and notes how it is written.
func (c *Console) judgeFinding(v *requestContext, p *findingPage, version string) (draft.Addition, error) {
	f := draft.Finding{Term: p.Word, Site: p.Site, Head: p.Head, ICD10: p.ICD10, Context: p.Own}
	for _, list := range p.Fields {
		f.Words = append(f.Words, workbook.Field{Key: list.Key, Values: newform.Words(list.Text), List: true})
	}
	added, err := c.book.AddFinding(v.Context(), version, p.File, f)
	if errors.Is(err, draft.ErrNoFile) {
		err = v.fail(http.StatusNotFound, "draft.no.file", p.File)
	}
	if p.Where = added.File; p.Where != "" {
		p.Line = "- " + workbook.Item(f.Fields())
	}
	return added, err
}

// showFinding shows the form with the sites, heads and files that there are.
func (c *Console) showFinding(v *requestContext, status int, p *findingPage) error {
	p.Contexts = contextChoices(v.lang, c.Live.Snapshot().Lexicon, p.Own)
	for key, names := range map[string]*[]string{"site": &p.Sites, "head": &p.Heads} {
		kind, _ := draft.KindOfWord(key)
		var err error
		if *names, err = c.book.WordNames(p.version(), kind); err != nil {
			return err
		}
	}
	files, err := c.book.FindingFiles(p.version())
	if err != nil {
		return err
	}
	for _, f := range files {
		p.Files = append(p.Files, form.Choice{Value: f.Name, Title: f.Area + " · " + f.Name, Chosen: f.Name == p.File})
	}
	return v.show(status, "finding", p)
}
