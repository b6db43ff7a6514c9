package console

import (
	"cmp"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"tijian/engine/draft"
	"tijian/engine/keywords"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/server/audit"
)

// termPage adds a word that was not understood to the dictionaries of a draft.
type termPage struct {
	Text, Context, Item string // that it was found in
	Word                string
	Kind, Of            string
	intoDraft
	Kinds         []termKind
	Faults        problem.List
	Added         string // the file that it was added to
	Before, After []piece
	Absent        bool // the text does not hold the word
}

// intoDraft is the draft that something is added to.
type intoDraft struct {
	Drafts      []string
	Draft, Name string // the draft, or the name of a new one
	From        string // that a new one is copied from
}

// chosenDraft reads from the form which draft it is.
func (c *Console) chosenDraft(v *requestContext) (d intoDraft, err error) {
	if !c.book.Editable() {
		return d, v.fail(http.StatusConflict, "draft.embedded")
	}
	d = intoDraft{Draft: v.PostFormValue("draft"), Name: strings.TrimSpace(v.PostFormValue("name")), From: c.book.InForce()}
	for _, version := range c.book.Versions() {
		if version.Draft {
			d.Drafts = append(d.Drafts, version.Name)
		}
	}
	if d.Draft != "" && !slices.Contains(d.Drafts, d.Draft) {
		return d, v.fail(http.StatusNotFound, "rules.no.version", d.Draft)
	}
	if v.PostFormValue("do") == "" && !v.PostForm.Has("draft") && len(d.Drafts) > 0 {
		d.Draft = d.Drafts[0]
	}
	return d, nil
}

// version is the draft, or what a new one is copied from.
func (d intoDraft) version() string { return cmp.Or(d.Draft, d.From) }

// makeDraft makes the new draft; refused says why not.
func (c *Console) makeDraft(v *requestContext, d *intoDraft) (refused problem.List, err error) {
	if err := c.desk().Draft(d.Name, d.From); err != nil {
		if o, is := c.refusal(v, err); is {
			return problem.List{o.Sentence().Fault()}, nil
		}
		return nil, err
	}
	c.security(v, slog.LevelInfo, audit.DraftMade, v.user.Name, "version", d.Name)
	d.Draft, d.Name, d.Drafts = d.Name, "", append(d.Drafts, d.Name)
	return nil, nil
}

// A termKind is a kind of word, with the names that there are of it.
type termKind struct {
	Key   string
	Names []string
}

// maxWord is how many characters a word may have.
const maxWord = 40

// addTerm shows the form, or writes the word and reads the text again.
func (c *Console) addTerm(v *requestContext) error {
	into, err := c.chosenDraft(v)
	if err != nil {
		return err
	}
	p := termPage{Text: strings.ReplaceAll(v.PostFormValue("text"), "\r\n", "\n"), Context: v.PostFormValue("context"), Item: v.PostFormValue("item"),
		Word: strings.TrimSpace(v.PostFormValue("word")), Kind: cmp.Or(v.PostFormValue("kind"), draft.WordKinds[0].Key), Of: strings.TrimSpace(v.PostFormValue("of")), intoDraft: into}
	if v.PostFormValue("do") != "save" {
		return c.showTerm(v, http.StatusOK, p)
	}
	if p.Faults = faultyWord(p.Word); len(p.Faults) > 0 {
		return c.showTerm(v, http.StatusUnprocessableEntity, p)
	}
	kind, known := draft.KindOfWord(p.Kind)
	if !known {
		return v.fail(http.StatusBadRequest, "error.form")
	}
	c.saving.Lock()
	defer c.saving.Unlock()
	file, after, refused, err := c.book.AddWord(p.version(), kind, p.Of, p.Word)
	if err == nil && refused == nil && p.Draft == "" {
		if p.Faults, err = c.makeDraft(v, &p.intoDraft); err == nil && len(p.Faults) == 0 {
			file, after, refused, err = c.book.AddWord(p.Draft, kind, p.Of, p.Word)
		}
	}
	if err != nil {
		return err
	}
	if refused != nil {
		p.Faults = problem.List{*refused}
	}
	if len(p.Faults) > 0 {
		return c.showTerm(v, http.StatusUnprocessableEntity, p)
	}
	said := c.book.Judge(v.Context(), p.Draft, file, map[string][]byte{file: after})
	if p.Faults = said.Errors(); len(p.Faults) > 0 {
		return c.showTerm(v, http.StatusUnprocessableEntity, p)
	}
	if err := c.write(v, p.Draft, file, after); err != nil {
		return err
	}
	return c.showAdded(v, p, file, said.Lexicon)
}

// faultyWord says why a word cannot be one of a dictionary.
func faultyWord(word string) problem.List {
	if word == "" || utf8.RuneCountInString(word) > maxWord || strings.ContainsAny(word, "\r\n\t") {
		return problem.List{message.WordMalformed.With("most", maxWord).Fault()}
	}
	return nil
}

// showTerm shows the form with the names that there are in the draft.
func (c *Console) showTerm(v *requestContext, status int, p termPage) error {
	for _, kind := range draft.WordKinds {
		names, err := c.book.WordNames(p.version(), kind)
		if err != nil {
			return err
		}
		p.Kinds = append(p.Kinds, termKind{kind.Key, names})
	}
	return v.show(status, "term", p)
}

// showAdded reads the text by what is in force and by the draft.
func (c *Console) showAdded(v *requestContext, p termPage, file string, lexicon *keywords.Lexicon) (err error) {
	p.Added, p.Absent = file, !strings.Contains(unspaced(p.Text), unspaced(p.Word))
	if p.Before, err = piecesBy(v.lang, c.Live.Snapshot().Lexicon, p); err == nil && lexicon != nil {
		p.After, err = piecesBy(v.lang, lexicon, p)
	}
	if err != nil {
		return v.fail(http.StatusUnprocessableEntity, "findings.none")
	}
	return v.show(http.StatusOK, "term", p)
}

func unspaced(s string) string { return strings.Join(strings.Fields(s), "") }

// piecesBy marks in the text what a lexicon finds.
func piecesBy(lang string, lexicon *keywords.Lexicon, p termPage) ([]piece, error) {
	full, err := lexicon.Full(p.Text, p.Context, p.Item)
	if err != nil {
		return nil, err
	}
	return pieces(lang, []rune(p.Text), &full), nil
}
