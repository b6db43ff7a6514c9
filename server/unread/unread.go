// Package unread counts by day what the service did not understand: rows of
// reports whose value was not read, by indicator, and phrases of texts that look
// abnormal and that no entry of the lexicon covers. Numbers say nothing of anybody.
// Phrases can: they are kept only where the operator wants it, and in letters only
// once several texts had them. Counting is never in the way of an answer.
package unread

import (
	"context"
	"encoding/hex"
	"log/slog"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"tijian/engine/keywords"
	"tijian/ocr/result"
	"tijian/server/keyed"
	"tijian/server/store"
)

// The kinds of what is counted.
const (
	Texts    = "texts"
	Pictures = "pictures"
)

// Enough is how many texts must have a phrase before it is kept in letters.
const Enough = 5

const (
	longest     = 30               // characters of a phrase that is kept
	mostPhrases = 20_000           // rows of the table
	keepDays    = 400              // of numbers
	keepPhrases = 90               // days that a phrase is kept after it was seen last
	waiting     = 64               // texts that wait to be looked at; more are not counted
	textPause   = time.Second / 20 // after each text, so that looking takes little of a busy machine
	writeEvery  = 10 * time.Second
)

// Options of a counter. All are needed but Key, which phrases need.
type Options struct {
	DB      *store.DB
	Phrases bool   // keep the phrases themselves
	Key     []byte // of their digests
	Lexicon func() *keywords.Lexicon
	Logger  *slog.Logger
	Now     func() time.Time
}

// A Counter takes texts and results. It is safe for concurrent use; a nil one
// counts nothing.
type Counter struct {
	o     Options
	texts chan text

	mu   sync.Mutex // of what is not written yet
	days map[[2]string]*[3]int64
	rows map[[2]string]int64
	seen map[string]seen // by digest
}

type text struct{ text, item string }

type seen struct{ phrase, source, day string }

// New returns a counter; Run does its work.
func New(o Options) *Counter {
	c := &Counter{o: o, texts: make(chan text, waiting)}
	c.empty()
	return c
}

func (c *Counter) empty() {
	c.days, c.rows, c.seen = map[[2]string]*[3]int64{}, map[[2]string]int64{}, map[string]seen{}
}

// Text offers a text that was answered, with its examination. Where too many wait,
// it is not counted.
func (c *Counter) Text(words, item string) {
	if c == nil {
		return
	}
	select {
	case c.texts <- text{words, item}:
	default:
	}
}

// Sheets counts the rows of a recognised file.
func (c *Counter) Sheets(sheets []result.Sheet) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	day, parts, unread := c.today(), 0, 0
	for i := range sheets {
		for indicator, entries := range sheets[i].Full {
			for _, e := range entries {
				if parts++; e.Value == nil {
					unread++
					c.rows[[2]string{day, indicator}]++
				}
			}
		}
	}
	c.count(day, Pictures, parts, unread)
}

func (c *Counter) today() string { return c.o.Now().Local().Format(time.DateOnly) }

func (c *Counter) count(day, kind string, parts, unread int) {
	n := c.days[[2]string{day, kind}]
	if n == nil {
		n = &[3]int64{}
		c.days[[2]string{day, kind}] = n
	}
	n[0], n[1], n[2] = n[0]+1, n[1]+int64(parts), n[2]+int64(unread)
}

// look counts one text.
func (c *Counter) look(t text) {
	full, err := c.o.Lexicon().Full(t.text, "", t.item)
	if err != nil {
		return // the default context is known
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	day := c.today()
	c.count(day, Texts, len(full.Matches)+len(full.Unread), len(full.Unread))
	for _, u := range full.Unread {
		if phrase, ok := keepable(u.Text); c.o.Phrases && ok {
			c.seen[c.digest(phrase)] = seen{phrase, c.digest(t.text), day}
		}
	}
}

// keepable is a phrase as it is kept; false for one that is long or has digits, for
// dates, numbers and addresses of people have them.
func keepable(phrase string) (string, bool) {
	phrase = strings.TrimSpace(phrase)
	return phrase, phrase != "" && utf8.RuneCountInString(phrase) <= longest && utf8.ValidString(phrase) && !strings.ContainsFunc(phrase, unicode.IsNumber) && !strings.ContainsRune(phrase, 0)
}

func (c *Counter) digest(text string) string {
	return hex.EncodeToString(keyed.Digest(c.o.Key, text)[:16])
}

// Run looks at texts and writes what was counted until ctx ends; then it looks at
// those that wait, and writes once more.
func (c *Counter) Run(ctx context.Context) {
	write, sweep := time.NewTicker(writeEvery), time.NewTicker(time.Hour)
	defer write.Stop()
	defer sweep.Stop()
	tell := func(err error) {
		if err != nil && ctx.Err() == nil {
			c.o.Logger.Warn("what was not understood cannot be counted", "error", err)
		}
	}
	tell(c.sweep(ctx))
	texts := c.texts
	var rested <-chan time.Time
	for ctx.Err() == nil {
		select {
		case t := <-texts:
			c.look(t)
			texts, rested = nil, time.After(textPause)
		case <-rested:
			texts = c.texts
		case <-write.C:
			tell(c.write(ctx))
		case <-sweep.C:
			tell(c.sweep(ctx))
		case <-ctx.Done():
		}
	}
	for range len(c.texts) {
		c.look(<-c.texts)
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer cancel()
	_ = c.write(last) // the database may be gone, too
}

// write adds to the database what was counted since the last time. What cannot be
// written is not counted.
func (c *Counter) write(ctx context.Context) error {
	c.mu.Lock()
	days, rows, phrases := c.days, c.rows, c.seen
	c.empty()
	c.mu.Unlock()
	if len(days) == 0 {
		return nil
	}
	return c.o.DB.InTx(ctx, func(tx *store.Tx) error {
		for key, n := range days {
			if _, err := tx.Exec(ctx, `INSERT INTO unread_days (day, kind, asked, parts, unread) VALUES (?, ?, ?, ?, ?) ON CONFLICT (day, kind) DO UPDATE
				SET asked = unread_days.asked + excluded.asked, parts = unread_days.parts + excluded.parts, unread = unread_days.unread + excluded.unread`,
				key[0], key[1], n[0], n[1], n[2]); err != nil {
				return err
			}
		}
		for key, n := range rows {
			if _, err := tx.Exec(ctx, `INSERT INTO unread_rows (day, indicator, times) VALUES (?, ?, ?) ON CONFLICT (day, indicator) DO UPDATE
				SET times = unread_rows.times + excluded.times`, key[0], key[1], n); err != nil {
				return err
			}
		}
		for digest, s := range phrases {
			// The same text sent again says nothing new.
			if _, err := tx.Exec(ctx, `INSERT INTO unread_phrases (digest, phrase, times, source, day) VALUES (?, '', 1, ?, ?) ON CONFLICT (digest) DO UPDATE
				SET times = unread_phrases.times + 1, source = excluded.source, day = excluded.day,
				phrase = CASE WHEN unread_phrases.times + 1 >= ? THEN ? ELSE '' END WHERE unread_phrases.source <> excluded.source`,
				digest, s.source, s.day, Enough, s.phrase); err != nil {
				return err
			}
		}
		return nil
	})
}

// sweep deletes what is old, and phrases beyond the most common ones; all of them
// where they are not to be kept any more.
func (c *Counter) sweep(ctx context.Context) error {
	old := func(days int) string { return c.o.Now().AddDate(0, 0, -days).Local().Format(time.DateOnly) }
	phrases, from := mostPhrases, old(keepPhrases)
	if !c.o.Phrases {
		phrases = 0
	}
	for _, statement := range []struct {
		text string
		arg  any
	}{
		{"DELETE FROM unread_days WHERE day < ?", old(keepDays)},
		{"DELETE FROM unread_rows WHERE day < ?", old(keepDays)},
		{"DELETE FROM unread_phrases WHERE day < ?", from},
		{"DELETE FROM unread_phrases WHERE digest NOT IN (SELECT digest FROM unread_phrases ORDER BY times DESC, day DESC LIMIT ?)", phrases},
	} {
		if _, err := c.o.DB.Exec(ctx, statement.text, statement.arg); err != nil {
			return err
		}
	}
	return nil
}
