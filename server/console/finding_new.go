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
	"tijian/engine/problem"
	"tijian/engine/workbook"
)

// findingPage is the form of a finding that the dictionaries do not have.
type findingPage struct {
	termPage           // the text to try it on, the draft; the word is the standard term
	Site, Head, ICD10  string
	Own                string // context; "" for that of its file
	Contexts           []choice
	Fields             []findingField
	File               string // below the dictionaries of the version; "" for the one with most findings of its site
	Files              []choice
	Sites, Heads       []string
	Line               string // as it is written
	Where              string // the file that it is written into
	Fine, Found, Tried bool   // nothing speaks against it; the text has it; there was a text
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
	if v.PostFormValue("do") != "save" {
		return c.showFinding(v, http.StatusOK, p)
	}
	c.saving.Lock()
	defer c.saving.Unlock()
	after, lexicon, err := c.judgeFinding(v, p)
	if err == nil && len(p.Faults) == 0 && p.Draft == "" {
		if p.Faults, err = c.makeDraft(v, &p.intoDraft); err == nil && len(p.Faults) == 0 {
			after, lexicon, err = c.judgeFinding(v, p)
		}
	}
	if err != nil {
		return err
	}
	if len(p.Faults) > 0 {
		return c.showFinding(v, http.StatusUnprocessableEntity, p)
	}
	if err := c.write(v, p.Draft, p.Where, after); err != nil {
		return err
	}
	return c.showAdded(v, p.termPage, p.Where, lexicon)
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
	_, lexicon, err := c.judgeFinding(v, p)
	if err != nil {
		return err
	}
	if p.Fine = len(p.Faults) == 0; p.Fine && p.Tried && lexicon != nil {
		full, err := lexicon.Full(p.Text, p.Context, p.Item)
		if err != nil {
			return err
		}
		p.After = pieces(v.lang, []rune(p.Text), &full)
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
	field := func(name string) string { return strings.TrimSpace(v.PostFormValue(name)) }
	p := &findingPage{Site: field("site"), Head: field("head"), ICD10: field("icd10"), Own: field("own"), File: field("into")}
	p.termPage = termPage{Text: strings.ReplaceAll(v.PostFormValue("text"), "\r\n", "\n"), Context: v.PostFormValue("context"), Item: field("item"),
		Word: cmp.Or(field("term"), field("word")), intoDraft: into}
	if v.Method == http.MethodGet {
		p.Text = strings.TrimSpace(v.URL.Query().Get("text"))
		p.Word = p.Text
	}
	if utf8.RuneCountInString(p.Word) > maxWord {
		p.Word = "" // a sentence, of which people take the finding
	}
	long := utf8.RuneCountInString(p.Text) > c.Limits.Text
	for _, key := range findingLists {
		text := field(key)
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

// listed takes a list of words apart, however people separate them.
func listed(text string) (list []string) {
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(",，;；、\n", r) }) {
		if word = strings.TrimSpace(word); word != "" && !slices.Contains(list, word) {
			list = append(list, word)
		}
	}
	return list
}

// fields are those of the entry, in the order of the files.
func (p *findingPage) fields() []workbook.Field {
	one := func(key, value string) workbook.Field {
		if value == "" {
			return workbook.Field{Key: key}
		}
		return workbook.Field{Key: key, Values: []string{value}}
	}
	own := one("context", p.Own)
	own.List = true
	all := []workbook.Field{one("term", p.Word), one("site", p.Site), one("head", p.Head), one("icd10", p.ICD10), own}
	for _, f := range p.Fields {
		all = append(all, workbook.Field{Key: f.Key, Values: listed(f.Text), List: true})
	}
	return all
}

// judgeFinding works out the file with the finding, and notes what speaks against
// it. Without a draft it is tried on what a new one begins as.
func (c *Console) judgeFinding(v *requestContext, p *findingPage) (after []byte, lexicon *keywords.Lexicon, err error) {
	if p.Faults = faultyWord(p.Word); len(p.Faults) > 0 {
		return nil, nil, nil
	}
	file, after, refused, err := c.book.AddFinding(p.version(), p.File, p.Site, p.fields())
	if errors.Is(err, draft.ErrNoFile) {
		return nil, nil, v.fail(http.StatusNotFound, "draft.no.file", p.File)
	}
	if err != nil {
		return nil, nil, err
	}
	p.Where, p.Line = file, "- "+workbook.Item(p.fields())
	if refused != nil {
		p.Faults = problem.List{*refused}
		return nil, nil, nil
	}
	said := c.book.Judge(v.Context(), p.version(), file, map[string][]byte{file: after})
	p.Faults = said.Errors()
	return after, said.Lexicon, nil
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
		p.Files = append(p.Files, choice{f.Name, f.Area + " · " + f.Name, f.Name == p.File})
	}
	return v.show(status, "finding", p)
}
