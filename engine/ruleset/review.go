package ruleset

import (
	"time"

	"tijian/engine/message"
	"tijian/engine/strictyaml"
)

// A Review is who signed a table or risk, and when. Of is the fingerprint of what
// was signed, by which it is known that it was changed since; "" where none was
// written down.
type Review struct {
	By string          `yaml:"by,required"`
	On strictyaml.Text `yaml:"on,required"`
	Of string          `yaml:"of"`
}

// reviewed checks the day of a signature.
func (l *loader) reviewed(r *Review) *Review {
	if r == nil {
		return nil
	}
	if _, err := time.Parse(time.DateOnly, r.On.Value); err != nil && r.On.Set() {
		l.list.Add(message.ReviewDate.At(r.On.At, "date", r.On.Value))
	}
	return r
}
