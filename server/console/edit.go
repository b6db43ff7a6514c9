package console

import (
	"io/fs"
	"net/http"
	"strconv"

	"tijian/engine/draft"
	"tijian/engine/problem"
)

// editPage is one file of a draft while somebody edits it.
type editPage struct {
	Version   draft.Version
	File      string
	Text      string `form:"text,text"`
	Seen      string `form:"seen,raw"` // hash of the file that the text began with
	Line      int    // to begin at
	Saved     bool
	Conflict  string // what somebody else saved meanwhile
	Faults    problem.List
	Elsewhere problem.List // faults of other files
}

func (c *Console) edit(v *requestContext) error {
	data, err := fs.ReadFile(c.Files, v.file)
	if err != nil {
		return err
	}
	p := c.judged(v, string(data))
	p.Seen, p.Saved = draft.Hash(data), v.URL.Query().Has("saved")
	p.Line, _ = strconv.Atoi(v.URL.Query().Get("line"))
	return v.show(http.StatusOK, "edit", p)
}

// judged is the page with what is wrong with a text, and what that makes wrong
// elsewhere.
func (c *Console) judged(v *requestContext, text string) editPage {
	said := c.book.Judge(v.Context(), v.version.Name, v.file, map[string][]byte{v.file: []byte(text)})
	return editPage{Version: v.version, File: v.file, Text: text, Faults: said.Here, Elsewhere: said.Elsewhere}
}

// judgeEdited answers with what is wrong with a text that is not saved yet.
func (c *Console) judgeEdited(v *requestContext) error {
	var form editPage
	v.sent(&form)
	return v.part(http.StatusOK, "edit", "faults", c.judged(v, form.Text))
}

// save writes a file of a draft, unless somebody else has done so since it was
// opened: then both texts are shown and nothing is written.
func (c *Console) save(v *requestContext) error {
	var form editPage
	v.sent(&form)
	c.saving.Lock()
	defer c.saving.Unlock()
	before, err := fs.ReadFile(c.Files, v.file)
	if err != nil {
		return err
	}
	if draft.Hash(before) != form.Seen {
		p := c.judged(v, form.Text)
		p.Conflict, p.Seen = string(before), draft.Hash(before)
		return v.show(http.StatusConflict, "edit", p)
	}
	if err := c.write(v, v.version.Name, v.file, []byte(form.Text)); err != nil {
		return err
	}
	return v.redirect("rules/edit/" + v.version.Name + "?saved&file=" + v.file)
}

// write saves a file of a draft, and records who did.
func (c *Console) write(v *requestContext, version, file string, data []byte) error {
	if err := c.book.Write(version, v.user.Name, file, data); err != nil {
		return c.outOfOrder(v, err)
	}
	c.edited(v, version, file)
	return nil
}
