package release

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"tijian/engine/message"
)

// workshop is the hidden folder among the rules, and among the dictionaries, in which
// acts are prepared; nothing that serves reads it.
const workshop = ".release"

// Files of the workshop among the rules, of which there is one at most: an act that is
// decided, and one that could not be carried out and is taken back.
const (
	intentName = "intent.json"
	undoName   = "undo.json"
)

// An intent is an act: all that it puts somewhere lies prepared beside where it goes,
// and what it takes the place of beside that. So nothing but names is left to change,
// for which a full disk has room, and every change can be taken back. Once the
// intent's file has its name, the act is decided and carried out whatever happens to
// the process: by whoever comes next, if need be. One that cannot be carried out is
// taken back as a whole, which its file says by another name: nobody could act any
// more while it lies there.
type intent struct {
	Steps []move `json:"steps,omitempty"`

	// Of program 0.4.0 and earlier.
	OldMoves  [][2]string `json:"moves,omitempty"`
	OldWrites []oldWrite  `json:"writes,omitempty"`
	Known     bool        `json:"known,omitempty"` // the writes know what was there before
}

// A move is one change of an act. It is made where From is not there any more.
type move struct {
	From string `json:"from"`
	To   string `json:"to"`
	Kept string `json:"kept,omitempty"` // a copy of what To holds; "" where there is nothing
}

type oldWrite struct {
	File   string  `json:"file"`
	Text   string  `json:"text"`
	Before *string `json:"before,omitempty"`
}

func (d *Releaser) intentFile() string { return filepath.Join(d.Files.Rules, workshop, intentName) }
func (d *Releaser) undoFile() string   { return filepath.Join(d.Files.Rules, workshop, undoName) }

// aside is where an act is prepared among the rules or the dictionaries.
func aside(root string) string { return filepath.Join(root, workshop, "act") }

// clear makes sure that nothing is prepared.
func (d *Releaser) clear() (err error) {
	for _, root := range []string{d.Files.Rules, d.Files.Dictionaries} {
		err = errors.Join(err, d.disk.RemoveAll(aside(root)))
	}
	return err
}

// put prepares that a file of the rules gets a text.
func (d *Releaser) put(i *intent, name, text string) error {
	folder := aside(d.Files.Rules)
	m := move{From: filepath.Join(folder, strconv.Itoa(len(i.Steps))+".new"), To: name}
	err := errors.Join(d.disk.MkdirAll(folder), d.disk.MkdirAll(filepath.Dir(name)))
	if err == nil {
		err = d.disk.Put(m.From, []byte(text), 0o644)
	}
	before, missing := os.ReadFile(name)
	if err == nil && missing == nil {
		m.Kept = filepath.Join(folder, strconv.Itoa(len(i.Steps))+".old")
		err = d.disk.Put(m.Kept, before, 0o644)
	} else if !errors.Is(missing, fs.ErrNotExist) {
		err = errors.Join(err, missing)
	}
	i.Steps = append(i.Steps, m)
	return err
}

// commit decides an act and carries it out.
func (d *Releaser) commit(i intent) error {
	data, err := json.Marshal(i)
	if err != nil {
		return err
	}
	if err := d.disk.Replace(d.intentFile(), filepath.Join(aside(d.Files.Rules), intentName), data, 0o644); err != nil {
		// It may have its name all the same, and whoever comes next would carry it out.
		if left := d.disk.Remove(d.intentFile()); left != nil && !errors.Is(left, fs.ErrNotExist) {
			return fmt.Errorf("%w: %w", ErrStuck, errors.Join(err, left))
		}
		return err
	}
	err = d.carryOut()
	if err == nil {
		_ = d.clear() // else the next act does
	}
	if errors.Is(err, errFinished) {
		return nil
	}
	return err
}

// errFinished says that an act is carried out and its intent cannot be removed.
var errFinished = message.ActFinished.Err()

// carryOut finishes the act that a process left, if there is one, or takes it back.
func (d *Releaser) carryOut() error {
	var failed error
	i, err := d.read(d.undoFile())
	if errors.Is(err, fs.ErrNotExist) {
		i, err = d.read(d.intentFile())
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return fmt.Errorf("%w: %w", ErrStuck, err)
		}
		if failed = d.effect(i); failed == nil {
			if err := d.disk.Remove(d.intentFile()); err != nil {
				return fmt.Errorf("%w: %w: %w", ErrStuck, errFinished, err)
			}
			return nil
		}
		// From here on it goes back, whoever comes next.
		err = d.disk.Move(d.intentFile(), d.undoFile())
	}
	if err == nil {
		err = d.undo(i)
	}
	if err == nil {
		err = d.disk.Remove(d.undoFile())
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrStuck, errors.Join(failed, err))
	}
	if failed == nil { // it was an earlier process that failed
		return ErrUndone
	}
	return fmt.Errorf("%w: %w", ErrUndone, failed)
}

// read reads an intent; what an earlier program wrote is prepared anew.
func (d *Releaser) read(file string) (i intent, err error) {
	data, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(data, &i)
	}
	for _, m := range i.OldMoves {
		i.Steps = append(i.Steps, move{From: m[0], To: m[1]})
	}
	for _, w := range i.OldWrites {
		if err == nil {
			err = d.put(&i, w.File, w.Text)
		}
		last := &i.Steps[len(i.Steps)-1]
		switch {
		case err != nil || !i.Known:
		case w.Before == nil:
			last.Kept = ""
		default:
			last.Kept = last.From + ".old"
			err = d.disk.Put(last.Kept, []byte(*w.Before), 0o644)
		}
	}
	return i, err
}

// effect makes the moves that are not made yet.
func (d *Releaser) effect(i intent) error {
	for _, m := range i.Steps {
		if _, err := os.Lstat(m.From); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err := d.disk.Move(m.From, m.To); err != nil {
			return err
		}
	}
	return nil
}

// undo takes back the moves that were made, the last first. What is taken back
// already stays.
func (d *Releaser) undo(i intent) error {
	for _, m := range slices.Backward(i.Steps) {
		from, to := m.Kept, m.To
		if m.Kept == "" {
			from, to = m.To, m.From
		}
		if _, err := os.Lstat(m.From); err == nil {
			continue // not made
		}
		if _, err := os.Lstat(from); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err := d.disk.Move(from, to); err != nil {
			return err
		}
	}
	return nil
}

// Left says that an act on the rules of a folder was left undone, by a process
// that died or because it can be neither completed nor undone. One that is under
// way is not left.
func Left(rules string) error {
	folder := filepath.Join(rules, workshop)
	left := func() bool {
		return slices.ContainsFunc([]string{intentName, undoName}, func(name string) bool {
			_, err := os.Stat(filepath.Join(folder, name))
			return !errors.Is(err, fs.ErrNotExist)
		})
	}
	if !left() {
		return nil
	}
	release, err := tryHold(folder)
	if errors.Is(err, errHeld) {
		return nil
	}
	if err != nil {
		return err
	}
	defer release()
	if !left() {
		return nil // done meanwhile
	}
	return ErrStuck
}
