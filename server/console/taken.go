package console

import (
	"errors"
	"net/http"
	"slices"
	"strconv"

	"tijian/server/audit"
	"tijian/server/upload"
)

// picture shows a picture of a report that is kept, where browsers show such.
func (c *Console) picture(v *requestContext) error {
	w, err := c.own(v)
	if err != nil {
		return err
	}
	nth, err := strconv.Atoi(v.PathValue("nth"))
	if err != nil {
		return v.fail(http.StatusNotFound, "error.missing")
	}
	kept, err := c.uploads.Picture(v.Context(), v.user.Name, w.ID, nth)
	if errors.Is(err, upload.ErrGone) {
		return v.fail(http.StatusNotFound, "error.missing")
	}
	if err == nil {
		id, at := w.Sealed(nth)
		kept, err = c.cases.Seal.OpenPicture(id, at, kept)
	}
	if err != nil {
		return v.ofCase(err)
	}
	kind := http.DetectContentType(kept)
	if !slices.Contains(shownKinds, kind) {
		return v.fail(http.StatusNotFound, "error.missing")
	}
	if v.visit != nil {
		if err := v.visit.Answer(v.Context(), int64(len(kept))); err != nil {
			return v.noRoom(err)
		}
	}
	c.Audit.Add(v.Context(), v.entry(audit.PictureRead, w.ID, strconv.Itoa(nth)))
	v.w.Header().Set("Content-Type", kind)
	_, _ = v.w.Write(kept) // a client that left needs nothing
	return nil
}

// thumb shows what lists show of a case's pictures.
func (c *Console) thumb(v *requestContext) error {
	w, err := c.own(v)
	if err != nil {
		return err
	}
	if len(w.Thumb) == 0 {
		return v.fail(http.StatusNotFound, "error.missing")
	}
	v.w.Header().Set("Content-Type", thumbKind)
	_, _ = v.w.Write(w.Thumb) // a client that left needs nothing
	return nil
}

// shownKinds are the pictures that every browser shows.
var shownKinds = []string{"image/jpeg", "image/png", "image/webp", "image/gif", "image/bmp"}
