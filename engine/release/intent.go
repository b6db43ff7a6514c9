package release

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// workshop is the hidden folder among the rules in which acts are prepared;
// nothing that serves reads it.
const workshop = ".release"

// An intent is an act, decided and complete. Once its file has its name, the act
// is done, whatever happens to the process: whoever comes next carries it out.
// Carrying it out twice does no harm.
type intent struct {
	Moves  [][2]string `json:"moves,omitempty"`  // of what was prepared, from and to
	Writes []write     `json:"writes,omitempty"` // whole files, in this order
	Remove []string    `json:"remove,omitempty"`
}

type write struct {
	File string `json:"file"`
	Text string `json:"text"`
}

func (d *Desk) intentFile() string { return filepath.Join(d.Files.Rules, workshop, "intent.json") }

// commit makes an act irrevocable and carries it out.
func (d *Desk) commit(i intent) error {
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

// carryOut finishes the act that a process left, if there is one.
func (d *Desk) carryOut() error {
	data, err := os.ReadFile(d.intentFile())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var i intent
	if err == nil {
		err = json.Unmarshal(data, &i)
	}
	if err != nil {
		return err
	}
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
		if err := os.RemoveAll(name); err != nil {
			return err
		}
		_ = os.Remove(filepath.Dir(name)) // the last proposal's folder: the service's build embeds no empty ones
	}
	d.step("finished")
	return os.Remove(d.intentFile())
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
