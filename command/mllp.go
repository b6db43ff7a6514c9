//go:build cgo

package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"tijian/engine"
	"tijian/engine/message"
	"tijian/server/audit"
	"tijian/server/config"
	"tijian/server/gateway"
	"tijian/server/store"
)

// MLLP shows what hospital systems sent or were sent and nobody took, and has it
// worked again.
type MLLP struct {
	List   mllpList   `cmd:"" default:"withargs" help:"列出死信：没有全部收下的消息，没有送到的评估结果" en:"List dead letters: messages of which not all was taken, assessments that were not delivered."`
	Show   mllpShow   `cmd:"" help:"打印一条死信的原文" en:"Print the text of a dead letter."`
	Replay mllpReplay `cmd:"" help:"再试一次：消息按现在的规则和词典重新处理，评估结果重新发送；已经发过的不会再发" en:"Try again: messages are worked with the rules and dictionaries in force, assessments sent; what was sent is not sent twice."`
	Drop   mllpDrop   `cmd:"" help:"从死信中去掉" en:"Take dead letters off the list."`
}

// letters are the commands that look at dead letters.
type letters struct {
	config.Data
	engine.Files
}

// with calls f with the gateway of the settings.
func (c *letters) with(ctx context.Context, f func(*gateway.Gateway) error) error {
	return withDB(ctx, c.Data, func(db *store.DB) error {
		return f(gateway.New(gateway.Options{DB: db, Now: time.Now}))
	})
}

type mllpList struct {
	letters
	Most int `name:"limit" default:"100" help:"每种最多几条，新的在前" en:"Most of each kind, the newest first."`
}

// Run prints the list.
func (c *mllpList) Run(ctx context.Context, s Streams) error {
	return c.with(ctx, func(g *gateway.Gateway) error {
		back, err := g.Backlog(ctx)
		if err != nil {
			return err
		}
		list, err := g.Letters(ctx, c.Most)
		if err != nil {
			return err
		}
		fmt.Fprintf(s.Out, s.in("等待发送 %d 条，死信 %d 条\n", "%d waiting to be sent, %d dead letters\n"), back.Waiting, back.Dead)
		if len(list) == 0 {
			return nil
		}
		w := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, s.in("编号\t时间\t种类\t发送方\t控制号\t原因", "ID\tTIME\tKIND\tSENDER\tCONTROL ID\tREASON"))
		for _, l := range list {
			kind := s.in("收到 ", "received ") + l.Code
			if l.Out {
				kind = s.in("评估结果", "assessment")
			}
			fmt.Fprintf(w, "%.20s\t%s\t%s\t%s\t%s\t%s\n", l.ID, l.At.Local().Format("2006-01-02 15:04:05"), kind, line(l.Sender), line(l.Control), line(l.Reason))
		}
		return w.Flush()
	})
}

// line is a text of another system on one line.
func line(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, text)
}

type mllpShow struct {
	letters
	ID string `arg:"" help:"mllp list 列出的编号" en:"As mllp list has it."`
}

// Run prints the message, a segment a line.
func (c *mllpShow) Run(ctx context.Context, s Streams) error {
	return c.with(ctx, func(g *gateway.Gateway) error {
		l, err := g.Letter(ctx, c.ID)
		if err != nil {
			return noLetter(c.ID, err)
		}
		_, err = fmt.Fprintln(s.Out, strings.ReplaceAll(strings.TrimRight(string(l.Text), "\r\n"), "\r", "\n"))
		return err
	})
}

func noLetter(id string, err error) error {
	if errors.Is(err, gateway.ErrNoLetter) {
		return message.NoLetter.Err("id", id)
	}
	return err
}

// chosen are those that a command is about.
type chosen struct {
	letters
	config.Sending
	MaxSamples int      `env:"TIJIAN_MAX_SAMPLES" default:"1000" hidden:"" help:"一次评估最多几个样本" en:"Most samples in one assessment."`
	IDs        []string `arg:"" optional:"" name:"id" help:"mllp list 列出的编号" en:"As mllp list has them."`
	All        bool     `help:"全部死信" en:"All dead letters."`
}

// each does something to each letter, with its entry in the audit.
func (c *chosen) each(ctx context.Context, s Streams, event string, snapshot func() *engine.Snapshot, act func(context.Context, *gateway.Gateway, gateway.Letter) (string, error)) error {
	return withDB(ctx, c.Data, func(db *store.DB) error {
		g := gateway.New(gateway.Options{DB: db, Now: time.Now, Snapshot: snapshot, MaxSamples: c.MaxSamples, Zone: chinaTime, Answers: c.MLLPSend != ""})
		ids, err := c.ids(ctx, g)
		if err != nil {
			return err
		}
		for _, id := range ids {
			l, err := g.Letter(ctx, id)
			if err != nil {
				return noLetter(id, err)
			}
			said, err := act(audit.With(ctx, audit.Entry{Event: event, About: l.Control, More: "uid=" + strconv.Itoa(os.Getuid()), Via: "command"}), g, l)
			if err != nil {
				return noLetter(id, err)
			}
			fmt.Fprintf(s.Out, "%.20s %s\n", l.ID, said)
		}
		return nil
	})
}

func (c *chosen) ids(ctx context.Context, g *gateway.Gateway) ([]string, error) {
	if c.All != (len(c.IDs) == 0) {
		return nil, message.LettersChosen.Err()
	}
	if !c.All {
		return c.IDs, nil
	}
	list, err := g.Letters(ctx, gateway.MostLetters)
	var ids []string
	for _, l := range slices.Backward(list) { // the oldest first
		ids = append(ids, l.ID)
	}
	return ids, err
}

type mllpReplay struct {
	chosen
}

// Run replays.
func (c *mllpReplay) Run(ctx context.Context, s Streams) error {
	live, err := load(c.Files)
	if err != nil {
		return err
	}
	return c.each(ctx, s, audit.LetterReplayed, live.Snapshot, func(ctx context.Context, g *gateway.Gateway, l gateway.Letter) (string, error) {
		code, err := g.Replay(ctx, l, s.Lang)
		if l.Out {
			code = s.in("等待发送", "waits to be sent")
		}
		return code, err
	})
}

type mllpDrop struct {
	chosen
}

// Run drops.
func (c *mllpDrop) Run(ctx context.Context, s Streams) error {
	return c.each(ctx, s, audit.LetterDropped, nil, func(ctx context.Context, g *gateway.Gateway, l gateway.Letter) (string, error) {
		return s.in("已去掉", "dropped"), g.Drop(ctx, l)
	})
}
