package release

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"tijian/engine/message"
)

// workshop is the hidden folder among the rules in which acts are prepared;
// nothing that serves reads it.
const workshop = ".release"

// intentName is the file of an intent in it.
const intentName = "intent.json"

// An intent is an act, decided and complete. Once its file has its name, the act
// is carried out whatever happens to the process: by whoever comes next, if need
// be. Carrying it out twice does no harm. One that cannot be carried out is undone:
// nobody could act any more while it lies there.
type intent struct {
	Moves  [][2]string `json:"moves,omitempty"`  // of what was prepared, from and to
	Writes []write     `json:"writes,omitempty"` // whole files, in this order
	Remove []string    `json:"remove,omitempty"` // what is of no more use; the act does not hang on it
	Known  bool        `json:"known,omitempty"`  // the writes know what was there before
}

type write struct {
	File   string  `json:"file"`
	Text   string  `json:"text"`
	Before *string `json:"before,omitempty"` // what it held; nil when there was none
}

func (d *Releaser) intentFile() string { return filepath.Join(d.Files.Rules, workshop, intentName) }

// commit makes an act irrevocable and carries it out.
func (d *Releaser) commit(i intent) error {
	i.Known = true
	for n, w := range i.Writes {
		before, err := os.ReadFile(w.File)
		if err == nil {
			text := string(before)
			i.Writes[n].Before = &text
		} else if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	data, err := json.Marshal(i)
	if err != nil {
		return err
	}
	d.step("decided")
	if err := replace(d.intentFile(), data); err != nil {
		return err
	}
	d.step("committed")
	return d.carryOut()
}

// carryOut finishes the act that a process left, if there is one, or undoes it.
func (d *Releaser) carryOut() error {
	data, err := os.ReadFile(d.intentFile())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var i intent
	if err == nil {
		err = json.Unmarshal(data, &i)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrStuck, err)
	}
	failed := d.effect(i)
	if failed != nil {
		if err := i.undo(); err != nil {
			return fmt.Errorf("%w: %w", ErrStuck, errors.Join(failed, err))
		}
	}
	d.step("finished")
	if err := os.Remove(d.intentFile()); err != nil {
		return fmt.Errorf("%w: %w", ErrStuck, err)
	}
	if failed != nil {
		return fmt.Errorf("%w: %w", ErrUndone, failed)
	}
	return nil
}

func (d *Releaser) effect(i intent) error {
	for _, m := range i.Moves {
		if err := os.Rename(m[0], m[1]); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		d.step("moved " + filepath.Base(m[1]))
	}
	for _, w := range i.Writes {
		if err := replace(w.File, []byte(w.Text)); err != nil {
			return err
		}
		d.step("wrote " + filepath.Base(w.File))
	}
	for _, name := range i.Remove {
		_ = os.RemoveAll(name)
		_ = os.Remove(filepath.Dir(name)) // the last proposal's folder: the service's build embeds no empty ones
	}
	return nil
}

// undo puts back what was done of an act, the last first. It leaves alone what
// somebody else has made of a file.
func (i intent) undo() error {
	if len(i.Writes) > 0 && !i.Known {
		return message.ActBeforeUnknown.Err()
	}
	for _, w := range slices.Backward(i.Writes) {
		if there, err := os.Lstat(w.File); errors.Is(err, fs.ErrNotExist) || err == nil && !there.Mode().IsRegular() {
			continue // not written yet
		}
		now, err := os.ReadFile(w.File)
		switch {
		case err == nil && string(now) != w.Text:
			continue
		case err == nil && w.Before == nil:
			err = os.Remove(w.File)
		case err == nil:
			err = replace(w.File, []byte(*w.Before))
		}
		if err != nil {
			return err
		}
	}
	for _, m := range slices.Backward(i.Moves) {
		if _, err := os.Lstat(m[0]); err == nil {
			continue // not moved yet
		}
		if err := os.Rename(m[1], m[0]); err != nil && !errors.Is(err, fs.ErrNotExist) {
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
	if _, err := os.Stat(filepath.Join(folder, intentName)); errors.Is(err, fs.ErrNotExist) {
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
	if _, err := os.Stat(filepath.Join(folder, intentName)); errors.Is(err, fs.ErrNotExist) {
		return nil // done meanwhile
	}
	return ErrStuck
}

// replace writes a file aside and swaps it in, so that nobody ever sees a part.
func replace(name string, data []byte) (err error) {
	folder := filepath.Dir(name)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	aside, err := os.CreateTemp(folder, ".new-")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(aside.Name())
		}
	}()
	_, err = aside.Write(data)
	err = errors.Join(err, aside.Chmod(0o644), aside.Sync(), aside.Close())
	if err != nil {
		return err
	}
	if err := os.Rename(aside.Name(), name); err != nil {
		return err
	}
	parent, err := os.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(parent.Sync(), parent.Close())
}
