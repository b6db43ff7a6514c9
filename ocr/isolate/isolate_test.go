package isolate

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
	"golang.org/x/sys/unix"

	"tijian/dictionaries"
	"tijian/internal/codetest"
	"tijian/internal/pdftest"
	"tijian/internal/waittest"
	"tijian/ocr"
	"tijian/ocr/block"
	"tijian/ocr/pdf"
)

// TestMain is also the child: of its argument's behaviour.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && !strings.HasPrefix(os.Args[1], "-") {
		behave(os.Args[1])
		return
	}
	codetest.Share() // children, who may not write there, would each compile it
	goleak.VerifyTestMain(m)
}

func behave(how string) {
	switch how {
	case "real":
		if err := Serve(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	case "without files hidden":
		without(unix.SYS_LANDLOCK_CREATE_RULESET)
	case "without calls refused":
		without(unix.SYS_SECCOMP)
	case "probe":
		probed()
	case "hide":
		reachOut()
	case "confess":
		confess()
	case "parent":
		orphan()
	case "glutton":
		glutton()
	case "crash":
		for i := range 100 {
			fmt.Fprintln(os.Stderr, "line", i)
		}
		os.Exit(3)
	case "panic":
		fmt.Fprintln(os.Stderr, "Estimating resolution as 300")
		panic("out of letters")
	case "hang":
		time.Sleep(time.Hour)
	case "babble":
		fmt.Print("not a frame at all, but much longer than four bytes")
	}
}

var knowledge = sync.OnceValue(func() *Knowledge {
	var archive bytes.Buffer
	w := zip.NewWriter(&archive)
	if err := errors.Join(w.AddFS(dictionaries.Active()), w.Close()); err != nil {
		panic(err)
	}
	return &Knowledge{Dictionaries: archive.Bytes()}
})

func pool(t *testing.T, how string, limit time.Duration) *Pool {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := New(Options{
		Command: []string{program, how}, Children: 2, Hands: 1, TimeLimit: limit, Idle: waittest.Limit,
		Knowledge: knowledge, Code: pdf.UserFolder(),
	})
	t.Cleanup(p.Close)
	return p
}

func TestRecognise(t *testing.T) {
	picture, err := os.ReadFile(filepath.Join("..", "..", "testdata", "reports", "table-clean-13.jpg"))
	if err != nil {
		t.Fatal(err)
	}
	p := pool(t, "real", waittest.Limit)
	for range 2 { // the second picture goes to the same child
		answer, err := p.Recognise(context.Background(), picture, Ask{Layout: block.Table})
		if err != nil {
			t.Fatal(err)
		}
		if len(answer.Sheets) != 1 || len(answer.Sheets[0].Full) < 10 {
			t.Fatalf("%d sheets", len(answer.Sheets))
		}
		for name, entries := range answer.Sheets[0].Full {
			for _, e := range entries {
				if e.Step <= 0 && e.Value != nil && *e.Value != math.Trunc(*e.Value) {
					t.Errorf("%s is %v in steps of %v", name, *e.Value, e.Step)
				}
			}
		}
	}
	if len(p.idle) != 1 {
		t.Errorf("%d children are idle, want 1", len(p.idle))
	}
	// A refused picture is an answer, not a death.
	var refused *ocr.Error
	if _, err := p.Recognise(context.Background(), []byte("no picture"), Ask{Layout: block.Default}); !errors.As(err, &refused) || refused.Code != "IMAGE_FORMAT_ERROR" {
		t.Errorf("a text file gave %v", err)
	}
	if len(p.idle) != 1 {
		t.Errorf("%d children are idle after a refusal, want 1", len(p.idle))
	}
	p.retire(p.idle[0])
	if len(p.idle) != 0 {
		t.Error("a retired child is still there")
	}
}

// A PDF is read within the walls, page by page, each in its own time; a damaged one
// is an answer, too.
func TestRecognisePDF(t *testing.T) {
	row := [][]string{{"血红蛋白", "128", "g/L", "130-175"}, {"白细胞计数", "6.5", "10^9/L", "3.5-9.5"}, {"血小板计数", "224", "10^9/L", "125-350"}}
	page := pdftest.Page{Texts: pdftest.Table(100, 10.5, []float64{60, 200, 300, 400}, row)}
	p := pool(t, "real", waittest.Limit)
	pages := 0
	read, err := p.Recognise(context.Background(), pdftest.Write(page, page, page), Ask{Layout: block.Default, Each: func() { pages++ }})
	if err != nil || read.Pages != 3 || len(read.Sheets) != 3 || pages < 3 {
		t.Fatalf("%d pages of %d, %d sheets: %v", pages, read.Pages, len(read.Sheets), err)
	}
	for i, s := range read.Sheets {
		if v := s.Full.Simple(); v["hemoglobin"] != 128 || v["white_blood_cell_count"] != 6.5 || s.Page != i+1 {
			t.Errorf("sheet %d: %v on page %d", i, v, s.Page)
		}
	}
	var refused *ocr.Error
	for _, data := range [][]byte{[]byte("%PDF-1.7 nothing"), pdftest.Write(page, page, page)} {
		if _, err := p.Recognise(context.Background(), data, Ask{Layout: block.Default, Pages: 2}); !errors.As(err, &refused) || refused.Code != "IMAGE_FORMAT_ERROR" {
			t.Errorf("%v", err)
		}
	}
	if len(p.idle) != 1 {
		t.Errorf("%d children are idle, want 1", len(p.idle))
	}
}

// Until the reader of PDF is compiled, a PDF waits without a child, and pictures do not.
func TestPDFAwaitsCode(t *testing.T) {
	p, tried := pool(t, "real", waittest.Limit), make(chan struct{})
	p.options.CodeTried = tried
	ask := Ask{Layout: block.Default}
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if _, err := p.Recognise(ctx, []byte("%PDF-1.7 nothing"), ask); !errors.Is(err, context.DeadlineExceeded) || len(p.idle) != 0 {
		t.Errorf("%v with %d children", err, len(p.idle))
	}
	var refused *ocr.Error
	if _, err := p.Recognise(context.Background(), []byte("no picture"), ask); !errors.As(err, &refused) {
		t.Errorf("what is no PDF waited: %v", err)
	}
	close(tried)
	if _, err := p.Recognise(context.Background(), []byte("%PDF-1.7 nothing"), ask); !errors.As(err, &refused) {
		t.Errorf("the PDF was not read: %v", err)
	}
}

func TestChildrenThatFail(t *testing.T) {
	var known *ocr.Error
	for how, says := range map[string]string{
		"crash":  "the recogniser died (exit status 3): line 88\n",
		"panic":  "the recogniser died (exit status 2): panic: out of letters\ngoroutine ",
		"babble": "stopped answering",
	} {
		_, err := pool(t, how, waittest.Limit).Recognise(context.Background(), []byte("x"), Ask{Layout: block.Default})
		if err == nil || errors.As(err, &known) || !strings.Contains(err.Error(), says) || len(err.Error()) > 4000 {
			t.Errorf("%s gave %v, want a passing error with %q", how, err, says)
		}
	}
	_, err := pool(t, "hang", 50*time.Millisecond).Recognise(context.Background(), []byte("x"), Ask{Layout: block.Default})
	if !errors.As(err, &known) || known.Code != "OCR_ERROR" || !strings.Contains(err.Error(), "longer than 50ms") {
		t.Errorf("hang gave %v", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if _, err := pool(t, "hang", waittest.Limit).Recognise(ctx, []byte("x"), Ask{Layout: block.Default}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("an ended context gave %v", err)
	}
	closed := pool(t, "real", waittest.Limit)
	closed.Close()
	if _, err := closed.Recognise(context.Background(), nil, Ask{Layout: block.Default}); !errors.Is(err, ErrClosed) {
		t.Errorf("a closed pool gave %v", err)
	}
}

func TestLastWords(t *testing.T) {
	for _, test := range []struct {
		name  string
		parts []string
		want  string
	}{
		{"nothing", nil, ""},
		{"a line without its end", []string{"one\n\n", "tw", "o"}, "one\ntwo"},
		{"a long line", []string{strings.Repeat("x", 200), strings.Repeat("x", 2000), "\nafter\n"}, strings.Repeat("x", keptLine) + "\nafter"},
		{"a crash under much else", []string{strings.Repeat("noise\n", 50), "fatal error: out of memory\n", strings.Repeat("frame\n", 50)},
			"fatal error: out of memory" + strings.Repeat("\nframe", keptLines-1)},
		{"no text", []string{"\xff\n"}, "?"},
	} {
		var w lastWords
		for _, p := range test.parts {
			if n, err := w.Write([]byte(p)); n != len(p) || err != nil {
				t.Errorf("%s: wrote %d, %v", test.name, n, err)
			}
		}
		if got := w.String(); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func FuzzReadFrame(f *testing.F) {
	f.Add([]byte("\x00\x00\x00\x02hi"))
	f.Add([]byte("\xff\xff\xff\xffx"))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := readFrame(bytes.NewReader(data))
		if err == nil && !bytes.Equal(got, data[4:4+len(got)]) {
			t.Errorf("%q read as %q", data, got)
		}
	})
}
