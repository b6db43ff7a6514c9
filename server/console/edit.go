package console

import (
	"io/fs"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/draft"
	"tijian/engine/problem"
	"tijian/server/audit"
)

// editPage is one file of a draft while somebody edits it.
type editPage struct {
	Version  draft.Version
	File     string
	Text     string
	Seen     string // hash of the file that the text began with
	Line     int    // to begin at
	Saved    bool
	Conflict string // what somebody else saved meanwhile
	Faults   problem.List
	// Elsewhere are faults of other files.
	Elsewhere problem.List
}

func (c *Console) edit(v *requestContext) error {
	p, err := c.editing(v)
	if err != nil {
		return err
	}
	data, err := fs.ReadFile(c.Files, p.File)
	if err != nil {
		return err
	}
	p.Text, p.Seen, p.Saved = string(data), draft.Hash(data), v.URL.Query().Has("saved")
	p.Line, _ = strconv.Atoi(v.URL.Query().Get("line"))
	p.judge(c, v, data)
	return v.show(http.StatusOK, "edit", p)
}

// editing is the page of a file that the address names and the visitor may edit.
func (c *Console) editing(v *requestContext) (editPage, error) {
	version, err := c.version(v)
	switch {
	case err != nil:
		return editPage{}, err
	case !c.book.Editable():
		return editPage{}, v.fail(http.StatusConflict, "draft.embedded")
	case !version.Draft:
		return editPage{}, v.fail(http.StatusConflict, "draft.locked", version.Name)
	}
	p := editPage{Version: version, File: v.FormValue("file")}
	files, err := c.Files.FilesOf(version.Name)
	if err == nil && !slices.Contains(files, p.File) {
		err = v.fail(http.StatusNotFound, "draft.no.file", p.File)
	}
	return p, err
}

// judge notes what is wrong with the text, and what it makes wrong elsewhere.
func (p *editPage) judge(c *Console, v *requestContext, data []byte) {
	said := c.book.Judge(v.Context(), p.Version.Name, p.File, map[string][]byte{p.File: data})
	p.Faults, p.Elsewhere = said.Here, said.Elsewhere
}

// judgeEdited answers with what is wrong with a text that is not saved yet.
func (c *Console) judgeEdited(v *requestContext) error {
	p, err := c.editing(v)
	if err != nil {
		return err
	}
	p.judge(c, v, textOf(v))
	return v.part(http.StatusOK, "edit", "faults", p)
}

// textOf is the text of the form, with the line ends of the files.
func textOf(v *requestContext) []byte {
	return []byte(strings.ReplaceAll(v.PostFormValue("text"), "\r\n", "\n"))
}

// save writes a file of a draft, unless somebody else has done so since it was
// opened: then both texts are shown and nothing is written.
func (c *Console) save(v *requestContext) error {
	p, err := c.editing(v)
	if err != nil {
		return err
	}
	data := textOf(v)
	c.saving.Lock()
	defer c.saving.Unlock()
	before, err := fs.ReadFile(c.Files, p.File)
	if err != nil {
		return err
	}
	if p.Text = string(data); draft.Hash(before) != v.PostFormValue("seen") {
		p.Conflict, p.Seen = string(before), draft.Hash(before)
		p.judge(c, v, data)
		return v.show(http.StatusConflict, "edit", p)
	}
	if err := c.write(v, p.Version.Name, p.File, data); err != nil {
		return err
	}
	return v.redirect("rules/edit/" + p.Version.Name + "?saved&file=" + p.File)
}

// write saves a file of a draft, and records who did.
func (c *Console) write(v *requestContext, version, file string, data []byte) error {
	if err := c.book.Write(file, data); err != nil {
		return err
	}
	c.edited(v, version, file)
	return nil
}

// edited records who edited a file of a draft.
func (c *Console) edited(v *requestContext, version, file string) {
	c.security(v, slog.LevelInfo, audit.DraftEdited, v.user.Name, "version", version, "file", file)
}
