package task

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tijian/ocr/merge"
	"tijian/ocr/result"
	"tijian/server/fetch"
)

// sheet is a picture whose content is what is read from it.
func sheet(indicator string, value float64) string {
	return fmt.Sprintf(`{%q:[{"sim":1,"idx":0,"value":%v,"idx_of_value":1,"coords":[[1,2,3,4],[5,2,8,4]],"name":"a","unit":"","reference":"","flag":"","confidence":0.9}]}`, indicator, value)
}

// read is a recogniser of sheets.
func read(_ context.Context, picture []byte, _ string) (json.RawMessage, error) {
	switch text := string(picture); {
	case strings.HasPrefix(text, "low"):
		return nil, kindError{"IMAGE_PIXEL_ERROR", "resolution 42 PPI, must be greater than 50 PPI (layout DEFAULT)"}
	case strings.HasPrefix(text, "killer"):
		return nil, death{}
	case strings.HasPrefix(text, "{"):
		return picture, nil
	}
	return nil, errors.New("passing")
}

// album has pictures by the ends of their addresses.
type album map[string]string

func (a album) picture(_ context.Context, address string) ([]byte, error) {
	name := address[strings.LastIndexByte(address, '/')+1:]
	name, _, _ = strings.Cut(name, "?")
	picture, ok := a[name]
	if !ok {
		return nil, &fetch.Error{Message: "the server answered 404 Not Found, must be 200"}
	}
	return []byte(picture), nil
}

// of is a submission of these pictures.
func (a album) of(first string, further ...string) Submission {
	s := entry()
	s.ImageURL = "https://pictures.example/" + first + "?sig=SECRET"
	for _, name := range further {
		s.ImageURLs = append(s.ImageURLs, "https://more.example/"+name+"?sig=SECRET")
	}
	return s
}

func TestSeveralPictures(t *testing.T) {
	a := album{
		"glucose": sheet("glucose", 5.6), "other": sheet("glucose", 6.5), "urea": sheet("urea", 4), "empty": `{}`,
	}
	match := func(value string, place, image int, confidence string) string {
		sheet := "" // each picture has one
		if image > 0 {
			sheet = fmt.Sprintf(`,"sheet":%d`, image)
		}
		return fmt.Sprintf(`{"sim":1,"idx":0,"value":%s,"idx_of_value":%d,"coords":[[1,2,3,4],[5,2,8,4]],"name":"a","unit":"","reference":"","flag":"","confidence":%s,"image":%d%s}`,
			value, place, confidence, image, sheet)
	}
	given := func(value string, image int) string { return match(value, 1, image, "0.9") }
	lost := func(image int) string { return match("null", -1, image, "0") }
	none := a.of("glucose")
	none.ImageURLs = []string{}
	each(t, func(t *testing.T, dsn string) {
		b := setup(t, dsn, func(o *Options) {
			o.Fetch, o.Recogniser = fetcher{picture: a.picture}, recogniser(read)
		}).start()
		for _, test := range []struct {
			name   string
			s      Submission
			result string
		}{
			{"without img_urls", a.of("glucose"), sheet("glucose", 5.6)},
			{"empty img_urls", none, `{"glucose":[` + given("5.6", 0) + `]}`},
			{"two pages", a.of("glucose", "urea"), `{"glucose":[` + given("5.6", 0) + `],"urea":[` + given("4", 1) + `]}`},
			{"two shots", a.of("glucose", "glucose"), `{"glucose":[` + given("5.6", 0) + "," + given("5.6", 1) + `]}`},
			{"contradiction", a.of("glucose", "urea", "other"), `{"glucose":[` + lost(0) + "," + lost(2) + `],"urea":[` + given("4", 1) + `]}`},
			{"an empty page", a.of("empty", "urea"), `{"urea":[` + given("4", 1) + `]}`},
			{"ten", a.of("urea", slices.Repeat([]string{"empty"}, 9)...), `{"urea":[` + given("4", 0) + `]}`},
		} {
			test.s.ID = entry().ID
			posted := b.submit(test.s)
			if posted.Status != Created || !slices.Equal(posted.ImageURLs, test.s.ImageURLs) {
				t.Errorf("%s: posted %+v", test.name, posted)
			}
			task := b.ended(test.s)
			if task.Status != Done || string(task.Result) != test.result {
				t.Errorf("%s: %s %s\ngot  %s\nwant %s", test.name, task.Status, task.Error, task.Result, test.result)
			}
			if !slices.Equal(task.ImageURLs, test.s.ImageURLs) || (task.ImageURLs == nil) != (test.s.ImageURLs == nil) {
				t.Errorf("%s: read back with %q", test.name, task.ImageURLs)
			}
		}
	})
}

// printing is a recogniser of pages that print a person: picture tells which.
type printing map[string]result.Person

func (p printing) Recognise(_ context.Context, picture []byte, _ Ask) (result.File, error) {
	value := 5.6
	full := result.Full{"glucose": {{Sim: 1, Value: &value, Step: 0.1}}}
	return result.File{Pages: 1, Sheets: []result.Sheet{{Full: full, Person: p[string(picture)]}}}, nil
}

// Sex and age are kept with a task that wants them, and with no other.
func TestPersons(t *testing.T) {
	page := func(sex string, age int) result.Person { return result.Person{Sex: sex, Age: &age} }
	people := printing{"her": page("female", 45), "again": page("female", 45), "sex": {Sex: "female"}}
	a := album{"none": ""}
	for name := range people {
		a[name] = name
	}
	each(t, func(t *testing.T, dsn string) {
		b := setup(t, dsn, func(o *Options) { o.Fetch, o.Recogniser = fetcher{picture: a.picture}, people }).start()
		for _, test := range []struct {
			s    Submission
			want string
		}{
			{a.of("her"), `{"sex":"female","age":45}`},
			{a.of("none"), `{}`},
			{a.of("none", "her", "again", "sex"), `{"sex":"female","age":45}`},
		} {
			for _, keep := range []bool{true, false} {
				s := test.s
				s.ID, s.KeepPerson = entry().ID, keep
				b.submit(s)
				task := b.ended(s)
				got, err := json.Marshal(task.Person)
				want := map[bool]string{true: test.want, false: `{}`}[keep]
				if err != nil || string(got) != want || task.KeepPerson != keep {
					t.Errorf("%s %s, kept %v: %s, want %s", s.ImageURL, s.ImageURLs, keep, got, want)
				}
				var stored *string
				if err := b.Manager.db.QueryRow(t.Context(), "SELECT person FROM tasks WHERE id = ?", s.ID).Scan(&stored); err != nil || (stored != nil) != keep {
					t.Errorf("stored %v, %v", stored, err)
				}
			}
		}
	})
}

// Values of two people, or of two years of one, never come as one result, be it on
// one picture or on several.
func TestPeopleAreNotMixed(t *testing.T) {
	page := func(sex string, age int) result.Person { return result.Person{Sex: sex, Age: &age} }
	people := printing{"her": page("female", 45), "him": page("male", 45), "older": page("female", 46), "sex": {Sex: "female"}, "both": {Differ: true}}
	a := album{}
	for name := range people {
		a[name] = name
	}
	each(t, func(t *testing.T, dsn string) {
		b := setup(t, dsn, func(o *Options) { o.Fetch, o.Recogniser = fetcher{picture: a.picture}, people }).start()
		for _, s := range []Submission{a.of("both"), a.of("her", "him"), a.of("sex", "older", "her"), a.of("her", "both")} {
			b.submit(s)
			task := b.ended(s)
			var full result.Full
			var report merge.Report
			if err := errors.Join(json.Unmarshal(task.Result, &full), json.Unmarshal(task.Report, &report)); err != nil {
				t.Fatalf("%s: %s: %v", s.ImageURL, task.Error, err)
			}
			if task.Status != Done || len(full) == 0 || len(full.Simple()) > 0 {
				t.Errorf("%s %s: %s %q %s", s.ImageURL, s.ImageURLs, task.Status, task.Error, task.Result)
			}
			if len(report.Warnings) != 1 || !strings.HasPrefix(report.Warnings[0], merge.MixedPersons) || len(report.Sheets) != 1+len(s.ImageURLs) {
				t.Errorf("%s %s: %s", s.ImageURL, s.ImageURLs, task.Report)
			}
		}
	})
}

// Half a report never passes as a whole: one picture at fault is the end of the
// task, and the error says which.
func TestPictureErrors(t *testing.T) {
	each(t, func(t *testing.T, dsn string) {
		a := album{"good": sheet("glucose", 5.6), "low": "low", "killer": "killer", "crash": "crash"}
		b := setup(t, dsn, func(o *Options) {
			o.Fetch, o.Recogniser = fetcher{picture: a.picture}, recogniser(read)
		}).start()
		const low = "resolution 42 PPI, must be greater than 50 PPI (layout DEFAULT)"
		for _, test := range []struct {
			s    Submission
			want string
		}{
			{a.of("low"), "IMAGE_PIXEL_ERROR: " + low},
			{a.of("low", "good"), "IMAGE_PIXEL_ERROR: img_url: " + low},
			{a.of("good", "good", "low", "low"), "IMAGE_PIXEL_ERROR: img_urls[1]: " + low},
			{a.of("low", "missing"), "IMAGE_FETCH_ERROR: img_urls[0]: the server answered 404 Not Found, must be 200"},
			{a.of("good", "crash"), "OCR_ERROR: img_urls[0]: recognition failed after 3 tries"},
			{a.of("good", "killer"), "OCR_ERROR: img_urls[0]: the picture ended the process that read it, 2 times"},
		} {
			b.submit(test.s)
			if task := b.ended(test.s); task.Status != Failed || task.Error != test.want || task.Result != nil {
				t.Errorf("%s %v: %s %q %s, want %q", test.s.ImageURL, test.s.ImageURLs, task.Status, task.Error, task.Result, test.want)
			}
		}
		failed := a.of("good", "missing")
		b.submit(failed)
		b.ended(failed)
		again := a.of("good", "good")
		again.ID = failed.ID
		b.submit(again)
		if task := b.ended(again); task.Status != Done || !slices.Equal(task.ImageURLs, again.ImageURLs) {
			t.Errorf("posted again with other pictures: %+v", task)
		}
	})
}

// A worker that is killed between two pictures leaves nothing behind: all of
// them are fetched anew.
func TestKillBetweenPictures(t *testing.T) {
	each(t, func(t *testing.T, dsn string) {
		var mu sync.Mutex
		fetched := map[string]int{}
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			defer mu.Unlock()
			fetched[r.URL.Path]++
			switch {
			case r.URL.Path == "/1":
				_, _ = w.Write([]byte(sheet("glucose", 5.6)))
			case fetched[r.URL.Path] == 1:
				_, _ = w.Write([]byte(endless))
			default:
				_, _ = w.Write([]byte(sheet("urea", 4)))
			}
		}))
		defer server.Close()
		b := setup(t, dsn, func(o *Options) { o.Workers = 0 })
		s := entry()
		s.ImageURL, s.ImageURLs = server.URL+"/1", []string{server.URL + "/2"}
		b.submit(s)
		worker := spawn(t, dsn)
		b.until("the second picture", func() bool {
			mu.Lock()
			defer mu.Unlock()
			return fetched["/2"] == 1 && b.get(s).Status == Processing
		})
		kill(t, worker)
		worker = spawn(t, dsn)
		defer kill(t, worker)
		task := b.ended(s)
		var full map[string][]struct{ Image int }
		if err := json.Unmarshal(task.Result, &full); err != nil || len(full["glucose"]) != 1 || len(full["urea"]) != 1 || full["urea"][0].Image != 1 {
			t.Errorf("%+v, %v", task, err)
		}
		mu.Lock()
		defer mu.Unlock()
		if fetched["/1"] != 2 || fetched["/2"] != 2 {
			t.Errorf("fetched %v, want each picture twice", fetched)
		}
	})
}

func TestSamePictures(t *testing.T) {
	layout := ptr("TABLE")
	old := Task{Submission: Submission{ImageURL: "http://h/a?1", ImageURLs: []string{"http://h/b?1", "http://h/c"}}, Status: Done}
	for _, test := range []struct {
		name    string
		first   string
		further []string
		owner   string
		want    bool
	}{
		{"other queries", "http://h/a?2", []string{"http://h/b?2", "http://h/c?3"}, "", true},
		{"another further picture", "http://h/a?1", []string{"http://h/b?1", "http://h/d"}, "", false},
		{"another order", "http://h/a?1", []string{"http://h/c", "http://h/b?1"}, "", false},
		{"one less", "http://h/a?1", []string{"http://h/b?1"}, "", false},
		{"none", "http://h/a?1", nil, "", false},
		{"of a user", "http://h/a?1", nil, "wang", true},
	} {
		old.Owner = test.owner
		s := Submission{Owner: test.owner, ImageURL: test.first, ImageURLs: test.further, Layout: layout}
		if got := startsAnew(old, s); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
		if s.Layout = nil; startsAnew(old, s) {
			t.Errorf("%s: starts anew with the same layout", test.name)
		}
	}
}

// A task of ten pictures is ten turns of its client.
func TestTurnsOfSeveralPictures(t *testing.T) {
	each(t, func(t *testing.T, dsn string) {
		b := setup(t, dsn, nil)
		a := album{}
		for i, test := range []struct {
			owner    string
			pictures int
			want     int64
		}{{"wang", 1, 0}, {"wang", 10, 10}, {"wang", 1, 11}, {"li", 1, 0}, {"li", 2, 2}, {"li", 1, 3}} {
			s := a.of("a", slices.Repeat([]string{"a"}, test.pictures-1)...)
			s.Owner = test.owner
			b.submit(s)
			var turn int64
			if err := b.db.QueryRow(t.Context(), "SELECT turn FROM tasks WHERE id = ?", s.ID).Scan(&turn); err != nil || turn != test.want {
				t.Errorf("task %d has turn %d, want %d (%v)", i, turn, test.want, err)
			}
		}
	})
}

// A task fetches nothing until all of its servers have a place for it, and
// makes no server look slow while another one's picture comes.
func TestPlaces(t *testing.T) {
	m := setup(t, "sqlite:"+t.TempDir()+"/a.db", nil).Manager
	r := &run{addresses: []string{"http://one/a", "http://two/b", "http://one/c"}}
	count := func(name string) int { return len(m.fetching.inside[name]) }
	synctest.Test(t, func(t *testing.T) {
		p, pause := m.admit(r)
		if pause > 0 || count("one") != 1 || count("two") != 1 || len(m.owners.inside[""]) != 1 {
			t.Fatalf("a task holds %d and %d places", count("one"), count("two"))
		}
		p.use("one")
		time.Sleep(m.fetching.slowAfter + time.Second)
		var others []*pass
		for _, test := range []struct {
			server string
			most   int
		}{{"one", m.fetching.slowMost}, {"two", m.fetching.most}} {
			for {
				place, pause := m.fetching.enter(test.server)
				if pause > 0 {
					break
				}
				others = append(others, place)
			}
			if n := count(test.server); n != test.most {
				t.Errorf("server %s lets %d in, want %d", test.server, n, test.most)
			}
		}
		if _, pause := m.admit(&run{addresses: []string{"http://three/", "http://two/"}}); pause == 0 || count("three") != 0 {
			t.Errorf("a task that was held up (%v) holds %d places", pause, count("three"))
		}
		p.leave()
		for _, place := range others {
			place.leave()
		}
		if len(m.fetching.inside) != 0 || len(m.owners.inside) != 0 {
			t.Errorf("places are left: %v %v", m.fetching.inside, m.owners.inside)
		}
	})
}
