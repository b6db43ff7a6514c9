package console

import (
	"errors"
	"log/slog"
	"net/http"

	"tijian/server/audit"
	"tijian/server/console/words"
	"tijian/server/gateway"
)

// lettersOnPage is how many dead letters of each kind the page lists.
const lettersOnPage = 100

type lettersPage struct {
	Done    string `form:"done,raw"`
	Backlog gateway.Backlog
	Letters []gateway.Letter
	Fault   string
}

// letters shows the dead letters of hospital systems: who sent them and why they are
// dead, nothing of what they say of people.
func (c *Console) letters(v *requestContext) error { return c.showLetters(v, http.StatusOK, "") }

func (c *Console) showLetters(v *requestContext, status int, fault string) (err error) {
	p := lettersPage{Fault: fault}
	v.asked(&p)
	if audit.KindOf(p.Done) != audit.Messages {
		p.Done = ""
	}
	if p.Backlog, err = c.Messages.Backlog(v.Context()); err != nil {
		return err
	}
	if p.Letters, err = c.Messages.Letters(v.Context(), lettersOnPage); err != nil {
		return err
	}
	return v.show(status, "letters", p)
}

func (c *Console) replayLetter(v *requestContext) error {
	return c.onLetter(v, audit.LetterReplayed, func(l gateway.Letter) error {
		_, err := c.Messages.Replay(c.recorded(v, audit.LetterReplayed, l.Control, ""), l, v.lang)
		return err
	})
}

func (c *Console) dropLetter(v *requestContext) error {
	return c.onLetter(v, audit.LetterDropped, func(l gateway.Letter) error {
		return c.Messages.Drop(c.recorded(v, audit.LetterDropped, l.Control, ""), l)
	})
}

func (c *Console) onLetter(v *requestContext, event string, act func(gateway.Letter) error) error {
	var form struct {
		ID string `form:"id,raw"`
	}
	v.sent(&form)
	l, err := c.Messages.Letter(v.Context(), form.ID)
	if err == nil {
		err = act(l)
	}
	if errors.Is(err, gateway.ErrNoLetter) {
		return c.showLetters(v, http.StatusConflict, words.In(v.lang)["letters.gone"])
	}
	if err != nil {
		return err
	}
	c.security(v, slog.LevelInfo, event, v.user.Name, "id", l.ID)
	return v.redirect("operation/letters?done=" + event)
}
