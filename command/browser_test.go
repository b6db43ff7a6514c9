package command

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// TestDocsInBrowser opens the readable contract in Chromium, wide and narrow:
// it needs nothing from elsewhere, complains of nothing, and nothing sticks
// out of the window.
func TestDocsInBrowser(t *testing.T) {
	s := start(t, t.TempDir())
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(t.TempDir()),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.WSURLReadTimeout(time.Minute),
	)
	allocator, stop := chromedp.NewExecAllocator(t.Context(), options...)
	defer stop()
	ctx, end := chromedp.NewContext(allocator)
	defer end()
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()

	var mu sync.Mutex
	var foreign, complaints []string
	note := func(list *[]string, text string) {
		mu.Lock()
		defer mu.Unlock()
		*list = append(*list, text)
	}
	chromedp.ListenTarget(ctx, func(event any) {
		switch e := event.(type) {
		case *network.EventRequestWillBeSent:
			if !strings.HasPrefix(e.Request.URL, s.base+"/") && !strings.HasPrefix(e.Request.URL, "data:") {
				note(&foreign, e.Request.URL)
			}
		case *log.EventEntryAdded:
			note(&complaints, e.Entry.Text+" "+e.Entry.URL)
		case *runtime.EventExceptionThrown:
			note(&complaints, e.ExceptionDetails.Error())
		}
	})
	if err := chromedp.Run(ctx, network.Enable(), log.Enable()); err != nil {
		t.Fatal(err)
	}
	for _, width := range []int64{1280, 400} {
		var title, text string
		var over int64
		err := chromedp.Run(ctx,
			chromedp.EmulateViewport(width, 800),
			chromedp.Navigate(s.base+"/docs"),
			chromedp.Title(&title),
			chromedp.Text("body", &text, chromedp.ByQuery),
			chromedp.Evaluate("document.documentElement.scrollWidth - window.innerWidth", &over),
		)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"/api/login", "/tasks/", "/tasks/{task_id}", "/api/samples", "/api/keywords"} {
			if !strings.Contains(text, want) {
				t.Errorf("the page does not show %s", want)
			}
		}
		if !strings.Contains(title, "Tijian") || over > 0 {
			t.Errorf("at %d pixels: title %q, %d pixels stick out", width, title, over)
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if len(foreign)+len(complaints) > 0 {
		t.Errorf("asked elsewhere: %v; complained: %v", foreign, complaints)
	}
}
