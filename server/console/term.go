package console

import (
	"cmp"
	"log/slog"
	"net/http"
	"slices"
	"strings"

	"tijian/engine/draft"
	"tijian/engine/keywords"
	"tijian/engine/problem"
	"tijian/server/audit"
	"tijian/server/console/answer"
)

// A textForm is a text that something was not understood in.
type textForm struct {
	Text    string `form:"text,text"`
	Context string `form:"context,raw"`
	Item    string `form:"item"`
}

// termPage adds a word that was not understood to the dictionaries of a draft.
type termPage struct {
	textForm
	Word string `form:"word"`
	Kind string `form:"kind,raw"`
	Of   string `form:"of"`
	intoDraft
	Kinds         []termKind
	Faults        problem.List
	Added         string // the file that it was added to
	Before, After []answer.Piece
	Absent        bool // the text does not hold the word
}

// intoDraft is the draft that something is added to.
type intoDraft struct {
	Drafts []string
	Draft  string `form:"draft,raw"`
	Name   string `form:"name"` // of a new one
	From   string // that a new one is copied from
	Do     string `form:"do,raw"`
}

// chosenDraft reads from the form which draft it is.
func (c *Console) chosenDraft(v *requestContext) (d intoDraft, err error) {
	if err := v.inFolders(); err != nil {
		return d, err
	}
	v.sent(&d)
	d.From, d.Drafts = c.book.InForce(), c.book.Drafts()
	if d.Draft != "" && !slices.Contains(d.Drafts, d.Draft) {
		return d, v.fail(http.StatusNotFound, "rules.no.version", d.Draft)
	}
	if d.Do == "" && !v.PostForm.Has("draft") && len(d.Drafts) > 0 {
		d.Draft = d.Drafts[0]
	}
	return d, nil
}

// version is the draft, or what a new one is copied from.
func (d intoDraft) version() string { return cmp.Or(d.Draft, d.From) }

// add adds something to the chosen draft, or to a new one if it can be added to
// what that begins as. Nothing is written where anything speaks against it.
func (c *Console) add(v *requestContext, d *intoDraft, try func(version string) (draft.Addition, error)) (draft.Addition, error) {
	c.saving.Lock()
	defer c.saving.Unlock()
	a, err := try(d.version())
	if err == nil && len(a.Faults) == 0 && d.Draft == "" {
		if a.Faults, err = c.makeDraft(v, d); err == nil && len(a.Faults) == 0 {
			a, err = try(d.Draft)
		}
	}
	if err == nil && len(a.Faults) == 0 {
		err = c.write(v, d.Draft, a.File, a.After)
	}
	return a, err
}

// makeDraft makes the new draft; refused says why not.
func (c *Console) makeDraft(v *requestContext, d *intoDraft) (refused problem.List, err error) {
	if err := c.releaser().Draft(d.Name, d.From); err != nil {
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

// addTerm shows the form, or writes the word and reads the text again.
func (c *Console) addTerm(v *requestContext) error {
	into, err := c.chosenDraft(v)
	if err != nil {
		return err
	}
	p := termPage{}
	v.sent(&p)
	p.intoDraft, p.Kind = into, cmp.Or(p.Kind, draft.WordKinds[0].Key)
	if p.Do != "save" {
		return c.showTerm(v, http.StatusOK, p)
	}
	kind, known := draft.KindOfWord(p.Kind)
	if !known {
		return v.fail(http.StatusBadRequest, "error.form")
	}
	added, err := c.add(v, &p.intoDraft, func(version string) (draft.Addition, error) {
		return c.book.AddWord(v.Context(), version, kind, p.Of, p.Word)
	})
	if err != nil {
		return err
	}
	if p.Faults = added.Faults; len(p.Faults) > 0 {
		return c.showTerm(v, http.StatusUnprocessableEntity, p)
	}
	return c.showAdded(v, p, added)
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
func (c *Console) showAdded(v *requestContext, p termPage, added draft.Addition) (err error) {
	p.Added, p.Absent = added.File, !strings.Contains(unspaced(p.Text), unspaced(p.Word))
	if p.Before, err = piecesBy(v.lang, c.Live.Snapshot().Lexicon, p); err == nil && added.Lexicon != nil {
		p.After, err = piecesBy(v.lang, added.Lexicon, p)
	}
	if err != nil {
		return v.fail(http.StatusUnprocessableEntity, "findings.none")
	}
	return v.show(http.StatusOK, "term", p)
}

func unspaced(s string) string { return strings.Join(strings.Fields(s), "") }

// piecesBy marks in the text what a lexicon finds.
func piecesBy(lang string, lexicon *keywords.Lexicon, p termPage) ([]answer.Piece, error) {
	full, err := lexicon.Full(p.Text, p.Context, p.Item)
	if err != nil {
		return nil, err
	}
	return answer.Pieces(lang, []rune(p.Text), &full), nil
}
