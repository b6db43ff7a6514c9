package unread

import (
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"tijian/dictionaries"
	"tijian/engine/keywords"
	"tijian/ocr/result"
	"tijian/server/store/storetest"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m)) }

var lexicon = sync.OnceValue(func() *keywords.Lexicon {
	l, list := keywords.Load(dictionaries.Active())
	if err := list.Err(); err != nil {
		panic(err)
	}
	return l
})

func TestCounter(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		db := storetest.Open(t, dsn)
		now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.Local)
		options := Options{DB: db, Phrases: true, Key: []byte("key"), Lexicon: lexicon, Logger: slog.New(slog.DiscardHandler), Now: func() time.Time { return now }}
		c := New(options)
		must := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		summary := func() Summary {
			t.Helper()
			s, err := c.Summary(t.Context(), now.AddDate(0, 0, -30), 5)
			must(err)
			return s
		}
		(*Counter)(nil).Text("脂肪肝", "")
		(*Counter)(nil).Sheets(nil)

		value := 1.0
		read, unread := result.Entry{Value: &value}, result.Entry{}
		sheets := func(entries ...result.Entry) []result.Sheet {
			return []result.Sheet{{Full: result.Full{"crp": entries}}}
		}
		c.Sheets(sheets(read, unread))
		must(c.write(t.Context()))
		now = now.AddDate(0, 0, 1)
		c.Sheets(sheets(unread))
		const odd = "颜色异常怪征" // a finding that no entry has
		text := func(i int) {
			c.look(text{fmt.Sprintf("甲状腺右叶结节%d。%s。王小明异常%d号征。", i, odd, i), ""})
		}
		for i := range Enough {
			if text(i); i == Enough-2 {
				text(i) // sent again: it counts as one that has the phrase
			}
			must(c.write(t.Context()))
			must(c.write(t.Context())) // of nothing
			if s := summary(); i < Enough-1 && len(s.Phrases) > 0 {
				t.Errorf("%v is kept after %d texts", s.Phrases, i+1)
			}
		}
		s := summary()
		if fmt.Sprint(s.Phrases) != fmt.Sprintf("[{%s %d}]", odd, Enough) {
			t.Errorf("phrases: %v", s.Phrases)
		}
		if fmt.Sprint(s.Rows) != "[{crp 2}]" {
			t.Errorf("rows: %v", s.Rows)
		}
		if len(s.Days) != 3 || s.Days[0] != (Day{"2026-11-20", Pictures, 1, 2, 1}) || s.Days[1] != (Day{"2026-11-21", Pictures, 1, 1, 1}) ||
			s.Days[2].Asked != Enough+1 || s.Days[2].Unread < Enough || s.Days[2].Share() >= 1 || s.Days[0].Share() != 0.5 {
			t.Errorf("days: %v", s.Days)
		}

		// Numbers and phrases go in time, phrases at once where they are not wanted.
		now = now.AddDate(0, 0, keepDays)
		must(c.sweep(t.Context()))
		if s := summary(); len(s.Days) != 0 {
			t.Errorf("of last year: %v", s.Days)
		}
		now = now.AddDate(0, 0, -keepDays)
		for i := range Enough {
			text(i)
			must(c.write(t.Context()))
		}
		must(c.sweep(t.Context()))
		options.Phrases = false
		other := New(options)
		if s := summary(); len(s.Phrases) != 1 {
			t.Errorf("phrases: %v", s.Phrases)
		}
		other.look(text2(odd))
		must(other.write(t.Context()))
		must(other.sweep(t.Context()))
		var left int
		must(db.QueryRow(t.Context(), "SELECT count(*) FROM unread_phrases").Scan(&left))
		if left != 0 {
			t.Errorf("%d phrases are kept although nobody wants them", left)
		}
	})
}

func text2(words string) text { return text{words, ""} }

func TestKeepable(t *testing.T) {
	for phrase, want := range map[string]bool{" 晕征 ": true, "": false, "13800000000": false, "二○二六": true, "房间Ⅳ": false, "a\x00": false, "\xff": false, strings.Repeat("长", longest+1): false} {
		if _, ok := keepable(phrase); ok != want {
			t.Errorf("%q: %v", phrase, ok)
		}
	}
}
