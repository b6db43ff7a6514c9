package console

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"mime/multipart"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"tijian/server/admission"
	"tijian/server/cases"
	"tijian/server/console/casework"
	"tijian/server/console/person"
	"tijian/server/console/words"
	"tijian/server/job"
	"tijian/server/task"
	"tijian/server/upload"
)

const (
	mostPictures = 10 // of one report, as the API allows
	uploadWithin = 5 * time.Minute
)

// slots are the uploads at once of one process, and of one user.
var slots = admission.Options{Room: 16, Each: 2, Wait: 2 * time.Second, Waiting: 64}

// quota is what pictures may take that are kept, for an hour at most.
var quota = upload.Quota{All: 4 << 30, Each: 1 << 30}

// upload takes the pictures of one report and has them recognised.
func (c *Console) upload(v *requestContext) error {
	control := http.NewResponseController(v.w)
	_ = control.SetWriteDeadline(time.Now().Add(uploadWithin + time.Minute)) // a phone may be slow
	ctx, cancel := context.WithTimeout(context.WithoutCancel(v.Context()), uploadWithin)
	defer cancel()
	v.Request = v.WithContext(ctx)
	until := time.Now().Add(uploadWithin)
	v.Body = &upload.Pace{ReadCloser: http.MaxBytesReader(v.w, v.Body, mostPictures*c.Limits.Picture+c.Limits.Body), Deadline: func(by time.Time) error {
		if by.After(until) {
			by = until
		}
		return control.SetReadDeadline(by)
	}}
	parts, err := v.MultipartReader()
	if err != nil {
		return v.unread(err)
	}
	in := incoming{visit: v, id: uuid.NewString()}
	defer func() { in.slot.Leave() }()
	err = in.read(parts)
	if err == nil {
		err = c.submit(ctx, &in)
	}
	if err != nil { // not all of the report's: a second sending of it may be under way
		err = errors.Join(err, c.uploads.TakeBack(ctx, v.user.Name, in.addresses))
	}
	say := words.In(v.lang).Say
	full, noSlot := errors.AsType[*admission.Full](err)
	switch {
	case err == nil, errors.Is(err, errSent), errors.Is(err, cases.ErrAgain):
		return v.redirect("cases/" + in.id)
	case noSlot:
		v.w.Header().Set("Retry-After", strconv.Itoa(full.Seconds()))
		return c.showCases(v, http.StatusServiceUnavailable, say("report.busy"))
	case errors.Is(err, upload.ErrQuota):
		return c.showCases(v, http.StatusServiceUnavailable, say("report.quota"))
	case errors.Is(err, task.ErrClientFull), errors.Is(err, task.ErrFull):
		return c.showCases(v, http.StatusServiceUnavailable, say("report.full"))
	case errors.Is(err, upload.ErrLarge):
		return c.showCases(v, http.StatusUnprocessableEntity, say("report.large", c.Limits.Picture>>20))
	case errors.Is(err, upload.ErrKind):
		return c.showCases(v, http.StatusUnprocessableEntity, say("report.kind"))
	case errors.Is(err, errMany):
		return c.showCases(v, http.StatusUnprocessableEntity, say("report.many", mostPictures))
	case errors.Is(err, errNone):
		return c.showCases(v, http.StatusUnprocessableEntity, say("report.none"))
	}
	return err
}

var (
	errMany = errors.New("too many pictures")
	errNone = errors.New("no picture was sent")
	errSent = errors.New("the report was sent before")
)

// incoming is a report whose pictures come in.
type incoming struct {
	visit     *requestContext
	id        string
	person    string // whose examination it is; "" for somebody new
	thumb     []byte // of the first picture
	file      string // its name
	together  casework.Together
	sums      []uint32
	addresses []string
	trusted   bool // the token was right
	slot      *admission.Ticket
}

// read reads a form with the token before its files, and keeps each picture as it
// comes. A slot is taken only by who has shown the token.
func (in *incoming) read(parts *multipart.Reader) error {
	v := in.visit
	if v.Header.Get("X-CSRF-Token") != "" {
		if err := v.checkCSRF(); err != nil {
			return err
		}
		in.trusted = true
	}
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return v.unread(err)
		}
		switch part.FormName() {
		case "csrf":
			err = in.token(part)
		case "number": // of pictures that may have been sent before, over a network that lost the answer
			err = in.known(part)
		case "person": // a pseudonym of somebody who was examined before
			var text []byte
			text, err = in.text(part)
			in.person = person.Pseudonym(string(text))
		case "thumb":
			err = in.small(part)
		case "picture":
			err = in.picture(part)
		}
		if err != nil {
			return err
		}
	}
	switch {
	case !in.trusted:
		return v.checkCSRF()
	case len(in.addresses) == 0:
		return errNone
	}
	return nil
}

// known takes the number over that the sender gives the report; errSent where there is
// a case of it.
func (in *incoming) known(part io.Reader) error {
	text, err := in.text(part)
	if err != nil || len(in.addresses) > 0 {
		return err
	}
	number, file, _ := strings.Cut(string(text), " ")
	id, err := uuid.Parse(number)
	if err != nil || id == uuid.Nil {
		return nil
	}
	in.id = id.String()
	t, place := casework.Together{ID: in.id}, 0 // of several files that are cases of their own: 0 of 3
	if n, _ := fmt.Sscanf(file, "%d of %d", &place, &t.Files); n == 2 && place >= 0 && place < t.Files && t.Files <= mostSent {
		in.id, in.together = t.CaseID(place), t
	}
	switch _, err := in.visit.console.cases.Get(in.visit.Context(), in.visit.user.Name, in.id); {
	case err == nil:
		return errSent
	case !errors.Is(err, cases.ErrNone):
		return err
	}
	return nil
}

func (in *incoming) token(part io.Reader) error {
	token, err := in.text(part)
	if err != nil {
		return err
	}
	in.visit.PostForm = map[string][]string{"csrf": {string(token)}}
	if err := in.visit.checkCSRF(); err != nil {
		return err
	}
	in.trusted = true
	return nil
}

// text reads a field that is no picture.
func (in *incoming) text(part io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(part, 100))
	if err != nil {
		return nil, in.visit.unread(err)
	}
	return text, nil
}

// largestThumb is what a picture for lists may have.
const largestThumb = 8 << 10

// small takes what the browser made of the first picture, where pictures are kept.
func (in *incoming) small(part io.Reader) error {
	text, err := io.ReadAll(io.LimitReader(part, 2*largestThumb))
	if err != nil {
		return in.visit.unread(err)
	}
	data, err := base64.StdEncoding.DecodeString(string(text))
	if err == nil && len(data) <= largestThumb && http.DetectContentType(data) == thumbKind && in.visit.console.PictureDays > 0 {
		in.thumb = data
	}
	return nil
}

const thumbKind = "image/jpeg"

// longestName is how many characters of a file's name are kept.
const longestName = 60

func (in *incoming) picture(part *multipart.Part) (err error) {
	v := in.visit
	c := v.console
	switch {
	case !in.trusted:
		return v.checkCSRF()
	case len(in.addresses) == mostPictures:
		return errMany
	case in.slot == nil:
		if in.slot, err = c.uploading.Enter(v.Context(), admission.User(v.user.Name), 1); err != nil {
			return err
		}
	}
	sum := crc32.NewIEEE()
	sent := &sending{Reader: io.TeeReader(part, sum)}
	address, err := c.uploads.Put(v.Context(), v.user.Name, in.id, sent, c.Limits.Picture, c.Now())
	switch {
	case errors.Is(err, upload.ErrEmpty): // nothing was chosen
		return nil
	case sent.err != nil:
		return v.unread(sent.err)
	case err != nil:
		return err
	}
	if name := []rune(part.FileName()); len(in.addresses) == 0 && utf8.ValidString(part.FileName()) {
		in.file = string(name[:min(len(name), longestName)])
	}
	in.addresses, in.sums = append(in.addresses, address), append(in.sums, sum.Sum32())
	return nil
}

// sending tells what went wrong on the sender's side.
type sending struct {
	io.Reader
	err error
}

// Read notes an error that is not the end.
func (s *sending) Read(b []byte) (int, error) {
	n, err := s.Reader.Read(b)
	if err != nil && !errors.Is(err, io.EOF) {
		s.err = err
	}
	return n, err
}

// submit stores a case and the task that reads its pictures.
func (c *Console) submit(ctx context.Context, in *incoming) error {
	owner := in.visit.user.Name
	k := cases.Case{Owner: owner, ID: in.id, Person: cmp.Or(in.person, cases.NewPerson()), State: cases.Reading, Pictures: len(in.addresses)}
	var err error
	if k.Head, err = json.Marshal(casework.Head{Thumb: in.thumb, File: in.file}); err == nil {
		k.Body, err = json.Marshal(casework.Body{Sums: in.sums, Together: in.together})
	}
	if err != nil {
		return err
	}
	if err := c.cases.Create(ctx, k); err != nil {
		return err
	}
	s := task.Submission{Owner: owner, ID: in.id, SubmittedID: in.id, ImageURL: in.addresses[0], KeepPerson: true}
	if len(in.addresses) > 1 {
		s.ImageURLs = in.addresses[1:]
	}
	_, err = c.Tasks.Submit(ctx, s)
	if err != nil {
		err = errors.Join(err, c.cases.Withdraw(ctx, owner, in.id))
	}
	return err
}

const (
	pollEvery  = 250 * time.Millisecond
	streamTime = 15 * time.Second // then the browser asks again
)

// events tells how a report is getting on, until it has ended.
func (c *Console) events(v *requestContext) error {
	w, err := c.own(v)
	if err != nil {
		return err
	}
	return c.stream(v, func() (state string, ended bool, err error) {
		t, err := c.Tasks.Get(v.Context(), v.user.Name, w.ID)
		if errors.Is(err, task.ErrNotFound) { // the case has taken it in
			t, err = task.Task{Status: task.Done}, nil
		}
		if err != nil {
			return "", false, err
		}
		if ended = t.Status == task.Done || t.Status == task.Failed; ended {
			err = c.keeper().Settle(v.Context(), v.user.Name)
		}
		return words.In(v.lang).Say("report.status." + string(t.Status)), ended, err
	})
}

// stream tells of each new state by a server-sent event, until the last one.
func (c *Console) stream(v *requestContext, next func() (state string, ended bool, err error)) error {
	h := v.w.Header()
	h.Set("Content-Type", "text/event-stream; charset=utf-8")
	h.Set("X-Accel-Buffering", "no") // of a proxy before us
	control := http.NewResponseController(v.w)
	ticker := time.NewTicker(pollEvery)
	defer ticker.Stop()
	last := ""
	for begun := time.Now(); time.Since(begun) <= streamTime; {
		state, ended, err := next()
		if err != nil {
			if v.Context().Err() == nil {
				c.Logger.Warn("progress cannot be told", "page", v.route.path, "error", err)
			}
			return nil // it is half answered; the browser asks again
		}
		if state != last || ended {
			event := "state"
			if last = state; ended {
				event = "end"
			}
			fmt.Fprintf(v.w, "retry: 1000\nevent: %s\ndata: %s\n\n", event, state)
			if control.Flush() != nil || ended {
				return nil
			}
		}
		select {
		case <-ticker.C:
		case <-v.Context().Done():
			return nil
		case <-c.closing:
			return nil
		}
	}
	return nil
}

// Sweep takes in what was read and deletes what is old, until ctx ends; first it has
// cases of older versions found by their names.
func (c *Console) Sweep(ctx context.Context) {
	if err := c.cases.Refind(ctx, casework.FoundBy); err != nil && ctx.Err() == nil {
		c.Logger.Warn("cases of an older version are not found by their names", "error", err)
	}
	job.Every(ctx, 30*time.Second, func() {
		if err := c.keeper().Sweep(ctx); err != nil && ctx.Err() == nil {
			c.Logger.Warn("cases and pictures cannot be swept", "error", err)
		}
	})
}
