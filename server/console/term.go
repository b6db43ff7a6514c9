package console

import (
	"cmp"
	"io/fs"
	"log/slog"
	"net/http"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"tijian/engine/keywords"
	"tijian/engine/problem"
	"tijian/engine/workbook"
	"tijian/server/audit"
)

// termPage adds a word that was not understood to the dictionaries of a draft.
type termPage struct {
	Text, Context, Item string // that it was found in
	Word                string
	Kind, Of            string
	intoDraft
	Kinds         []termKind
	Faults        []faultView
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
func (c *Console) chosenDraft(v *visit) (d intoDraft, err error) {
	if !c.book.editable() {
		return d, v.fail(http.StatusConflict, "draft.embedded")
	}
	d = intoDraft{Draft: v.PostFormValue("draft"), Name: strings.TrimSpace(v.PostFormValue("name")), From: c.book.inForce()}
	for _, version := range c.book.versions() {
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
func (c *Console) makeDraft(v *visit, d *intoDraft) (refused string, err error) {
	if err := c.desk().Draft(d.Name, d.From); err != nil {
		if text := c.refusal(v, err); text != "" {
			return text, nil
		}
		return "", err
	}
	c.security(v, slog.LevelInfo, audit.DraftMade, v.user.Name, "version", d.Name)
	d.Draft, d.Name, d.Drafts = d.Name, "", append(d.Drafts, d.Name)
	return "", nil
}

// A termKind is a kind of word, with the names that there are of it.
type termKind struct {
	Key   string
	Names []string
}

// A home of a kind of words: the files below the folder of a version, and where
// in them.
type home struct {
	kind, files string
	workbook.Home
}

var homes = []home{
	{"finding", "findings/*.yaml", workbook.Home{List: "findings", By: "term", Key: "variants"}},
	{"head", "findings/*.yaml", workbook.Home{List: "heads", By: "head", Key: "words"}},
	{"site", "sites.yaml", workbook.Home{List: "sites", By: "site", Key: "words"}},
	{"severity", "modifiers.yaml", workbook.Home{List: "severity", By: "name", Key: "words"}},
	{"quality", "modifiers.yaml", workbook.Home{List: "qualities"}},
	{"plain", "modifiers.yaml", workbook.Home{List: "plain"}},
	{"cue", "cues.yaml", workbook.Home{List: "cues", By: "category", Key: "words"}},
}

// maxWord is how many characters a word may have.
const maxWord = 40

// addTerm shows the form, or writes the word and reads the text again.
func (c *Console) addTerm(v *visit) error {
	into, err := c.chosenDraft(v)
	if err != nil {
		return err
	}
	p := termPage{Text: strings.ReplaceAll(v.PostFormValue("text"), "\r\n", "\n"), Context: v.PostFormValue("context"), Item: v.PostFormValue("item"),
		Word: strings.TrimSpace(v.PostFormValue("word")), Kind: cmp.Or(v.PostFormValue("kind"), homes[0].kind), Of: strings.TrimSpace(v.PostFormValue("of")), intoDraft: into}
	if v.PostFormValue("do") != "save" {
		return c.showTerm(v, http.StatusOK, p)
	}
	if p.Word == "" || utf8.RuneCountInString(p.Word) > maxWord || strings.ContainsAny(p.Word, "\r\n\t") {
		return c.refusedTerm(v, p, words[v.lang].say("term.word", maxWord))
	}
	i := slices.IndexFunc(homes, func(h home) bool { return h.kind == p.Kind })
	if i < 0 {
		return v.fail(http.StatusBadRequest, "error.form")
	}
	c.saving.Lock()
	defer c.saving.Unlock()
	if p.Draft == "" {
		if _, _, refused, err := c.withTerm(p, homes[i], p.From); err != nil || refused != nil { // before there is a draft of it
			return c.refusedBy(v, p, refused, err)
		}
		if refused, err := c.makeDraft(v, &p.intoDraft); err != nil {
			return err
		} else if refused != "" {
			return c.refusedTerm(v, p, refused)
		}
	}
	return c.writeTerm(v, p, homes[i])
}

// refusedBy shows the form with why the word cannot be added.
func (c *Console) refusedBy(v *visit, p termPage, refused *problem.Problem, err error) error {
	if err != nil {
		return err
	}
	p.Faults = faultsOf(v.lang, problem.List{*refused})
	return c.showTerm(v, http.StatusUnprocessableEntity, p)
}

func (c *Console) refusedTerm(v *visit, p termPage, why string) error {
	p.Faults = append(p.Faults, faultView{Severity: problem.Error.String(), Text: why})
	return c.showTerm(v, http.StatusUnprocessableEntity, p)
}

// showTerm shows the form with the names that there are in the draft.
func (c *Console) showTerm(v *visit, status int, p termPage) error {
	for _, h := range homes {
		k := termKind{Key: h.kind}
		if h.Key != "" {
			err := c.dictionaryFiles(p.version(), h.files, func(_ string, data []byte) bool {
				k.Names = append(k.Names, h.Names(data)...)
				return true
			})
			if err != nil {
				return err
			}
		}
		slices.Sort(k.Names)
		k.Names = slices.Compact(k.Names)
		p.Kinds = append(p.Kinds, k)
	}
	return v.show(status, "term", p)
}

// dictionaryFiles calls each for the files of a version until it reports false.
func (c *Console) dictionaryFiles(version, pattern string, each func(name string, data []byte) bool) error {
	tree, err := fs.Sub(c.Files.DictionariesFS(), version)
	if err != nil {
		return err
	}
	names, err := fs.Glob(tree, pattern)
	if err != nil {
		return err
	}
	for _, name := range names {
		data, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		if !each(path.Join(c.Files.DictionariesFolder(version), name), data) {
			return nil
		}
	}
	return nil
}

// withTerm is the file of a version that the word belongs into, with the word.
func (c *Console) withTerm(p termPage, h home, version string) (file string, data []byte, refused *problem.Problem, err error) {
	to := h.Home
	to.Name = p.Of
	var before []byte
	err = c.dictionaryFiles(version, h.files, func(name string, data []byte) bool {
		file, before = name, data
		return to.Key != "" && !slices.Contains(to.Names(data), p.Of)
	})
	if err != nil {
		return "", nil, nil, err
	}
	data, refused = workbook.AddWord(before, to, p.Word)
	return file, data, refused, nil
}

// writeTerm adds the word, unless the dictionaries would not be in order.
func (c *Console) writeTerm(v *visit, p termPage, h home) error {
	file, after, refused, err := c.withTerm(p, h, p.Draft)
	if err != nil || refused != nil {
		return c.refusedBy(v, p, refused, err)
	}
	here, elsewhere, lexicon := c.book.problemsOf(v, p.Draft, file, map[string][]byte{file: after})
	if errors := append(here.Of(problem.Error), elsewhere.Of(problem.Error)...); len(errors) > 0 {
		p.Faults = faultsOf(v.lang, errors)
		return c.showTerm(v, http.StatusUnprocessableEntity, p)
	}
	if err := c.write(v, p.Draft, file, after); err != nil {
		return err
	}
	return c.showAdded(v, p, file, lexicon)
}

// showAdded reads the text by what is in force and by the draft.
func (c *Console) showAdded(v *visit, p termPage, file string, lexicon *keywords.Lexicon) (err error) {
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
