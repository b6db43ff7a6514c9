package browser

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"tijian/engine"
	"tijian/internal/waittest"
)

// chromium is one process for all tests of the package, ended by TestMain.
var chromium struct {
	once sync.Once
	ctx  context.Context
	end  func()
}

// noted is what a page asked for elsewhere and what it complained of.
type noted struct {
	mu                  sync.Mutex
	foreign, complaints []string
	dialogs             []string // what the page asked
	refuse              bool     // such questions are answered with no
}

// asked returns what the page has asked since, and says how to answer from now on.
func (n *noted) asked(refuse bool) []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	dialogs := n.dialogs
	n.dialogs, n.refuse = nil, refuse
	return dialogs
}

// forget drops what the page has complained of.
func (n *noted) forget() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.complaints = nil
}

func (n *noted) nothing(t *testing.T) {
	t.Helper()
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.foreign)+len(n.complaints) > 0 {
		t.Errorf("asked elsewhere: %v; complained: %v", n.foreign, n.complaints)
	}
}

// browse opens a window without cookies that notes what goes beyond a service.
func browse(t *testing.T, base string) (context.Context, *noted) {
	t.Helper()
	chromium.once.Do(func() {
		options := append(chromedp.DefaultExecAllocatorOptions[:],
			chromedp.NoSandbox, chromedp.DisableGPU,
			chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
			chromedp.WSURLReadTimeout(waittest.Limit),
		)
		allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
		ctx, end := chromedp.NewContext(allocator)
		chromium.ctx, chromium.end = ctx, func() { end(); stop() }
		if err := chromedp.Run(ctx); err != nil {
			t.Fatal(err)
		}
	})
	ctx, end := chromedp.NewContext(chromium.ctx, chromedp.WithTargetID(newWindow(t)))
	t.Cleanup(end)
	n := &noted{}
	note := func(list *[]string, text string) {
		n.mu.Lock()
		defer n.mu.Unlock()
		*list = append(*list, text)
	}
	chromedp.ListenTarget(ctx, func(event any) {
		switch e := event.(type) {
		case *page.EventJavascriptDialogOpening:
			note(&n.dialogs, string(e.Type)+" "+e.Message)
			n.mu.Lock()
			accept := !n.refuse
			n.mu.Unlock()
			go func() { _ = chromedp.Run(ctx, page.HandleJavaScriptDialog(accept)) }()
		case *network.EventRequestWillBeSent:
			if !strings.HasPrefix(e.Request.URL, base+"/") && !strings.HasPrefix(e.Request.URL, "data:") && !strings.HasPrefix(e.Request.URL, "blob:"+base) {
				note(&n.foreign, e.Request.URL)
			}
		case *log.EventEntryAdded:
			// Information is no complaint: Chromium says so when htmx has focused a field before it.
			if e.Entry.Level != log.LevelInfo {
				note(&n.complaints, e.Entry.Text+" "+e.Entry.URL)
			}
		case *runtime.EventConsoleAPICalled:
			for _, argument := range e.Args {
				note(&n.complaints, string(argument.Value)+argument.Description)
			}
		case *runtime.EventExceptionThrown:
			note(&n.complaints, e.ExceptionDetails.Error())
		}
	})
	if err := chromedp.Run(ctx, network.Enable(), log.Enable(), hasFocus); err != nil {
		t.Fatal(err)
	}
	limited, cancel := context.WithTimeout(ctx, 6*waittest.Limit) // of the walk, hundreds of steps long: the window lives on, to show where that stopped
	t.Cleanup(cancel)
	return limited, n
}

// hasFocus has a window behave as the one that people work in, whatever other windows of the
// browser do: only one has :focus and is told that it has gained or lost it.
var hasFocus = emulation.SetFocusEmulationEnabled(true)

// newWindow opens a window with cookies of its own. (chromedp would ask for a tab,
// which Chromium refuses where there is no window yet.)
func newWindow(t *testing.T) (id target.ID) {
	t.Helper()
	err := chromedp.Run(chromium.ctx, chromedp.ActionFunc(func(ctx context.Context) error {
		ctx = cdp.WithExecutor(ctx, chromedp.FromContext(ctx).Browser)
		jar, err := target.CreateBrowserContext().Do(ctx)
		if err == nil {
			id, err = target.CreateTarget("about:blank").WithBrowserContextID(jar).WithNewWindow(true).Do(ctx)
		}
		return err
	}))
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// TestDocsInBrowser opens the page of the contract in Chromium, wide and narrow
// and in Chinese, and tries a login and a call with the token it gave: the page
// needs nothing from elsewhere, complains of nothing, and nothing sticks out of
// the window.
func TestDocsInBrowser(t *testing.T) {
	t.Parallel()
	base := start(t, settings(t.TempDir(), engine.Files{}))
	ctx, noted := browse(t, base)
	for _, view := range []struct {
		width int64
		query string
		want  string
	}{{1280, "", "Submit a report picture"}, {400, "?lang=zh", "提交报告图片"}} {
		var title, text string
		var over int64
		err := chromedp.Run(ctx,
			chromedp.EmulateViewport(view.width, 800),
			chromedp.Navigate(base+"/docs"+view.query),
			chromedp.WaitVisible("#operations-Keywords-extractKeywords"),
			chromedp.Title(&title),
			chromedp.Text("body", &text, chromedp.ByQuery),
			chromedp.Evaluate("document.documentElement.scrollWidth - window.innerWidth", &over),
		)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"/api/login", "/tasks/", "/tasks/{task_id}", "/api/samples", "/api/keywords", view.want} {
			if !strings.Contains(strings.ReplaceAll(text, "\u200b", ""), want) {
				t.Errorf("the page does not show %s", want)
			}
		}
		if !strings.Contains(title, "Tijian") || over > 0 {
			t.Errorf("at %d pixels: title %q, %d pixels stick out", view.width, title, over)
		}
	}
	if status := try(t, ctx, base+"/docs/#/Login/login", "#operations-Login-login", fmt.Sprintf(`{"username":%q,"password":%q}`, testUser, testPassword)); status != "200" {
		t.Errorf("a login tried on the page is answered %s", status)
	}
	if status := try(t, ctx, "", "#operations-Keywords-extractKeywords", `{"text":"脂肪肝"}`); status != "200" {
		t.Errorf("a call tried after the login is answered %s", status)
	}
	noted.nothing(t)
}

// try sends a body by an operation's form, on the page at the address or on the
// one that is open, and returns the status that the page shows.
func try(t *testing.T, ctx context.Context, address, operation, body string) (status string) {
	t.Helper()
	var open chromedp.Action = chromedp.Click(operation + " .opblock-summary-control")
	if address != "" {
		open = chromedp.Navigate(address)
	}
	// React takes a field's value from the events of typing.
	fill := fmt.Sprintf(`(() => {
		const field = document.querySelector(%q);
		Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value").set.call(field, %q);
		field.dispatchEvent(new Event("input", {bubbles: true}));
	})()`, operation+" textarea", body)
	err := chromedp.Run(ctx,
		open,
		chromedp.WaitVisible(operation+" textarea"),
		chromedp.Evaluate(fill, nil),
		chromedp.Click(operation+" .execute"),
		chromedp.Text(operation+" .live-responses-table tr.response .response-col_status", &status, chromedp.NodeVisible),
	)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(status)
}
