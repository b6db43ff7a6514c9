package browser

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// pause is how long a walk waits until it looks again.
const pause = 50 * time.Millisecond

// pressed presses the element of a selector where a mouse could, and tells whether it did.
// It is one step of the page: nothing is replaced or moved between the look and the press.
// What htmx has just put in is not pressed before htmx listens to it: the form would be sent
// without it, and another page come.
const pressed = `((selector) => {
	if (document.querySelector(".htmx-added, .htmx-settling, .htmx-swapping")) return false
	const e = document.querySelector(selector)
	if (!e || e.disabled || e.getClientRects().length === 0) return false
	e.scrollIntoView({block: "center", inline: "nearest", behavior: "instant"})
	const r = e.getClientRects()[0]
	const hit = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2)
	if (!hit || !e.contains(hit) && hit.closest("label")?.control !== e) return false
	document.activeElement.blur()
	e.focus({preventScroll: true})
	e.click()
	return true
})(%s)`

// press waits until an element is there, enabled and not covered, and presses it.
func press(selector string) chromedp.Action {
	script := fmt.Sprintf(pressed, strconv.Quote(selector))
	byUser := func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithUserGesture(true) }
	return chromedp.ActionFunc(func(ctx context.Context) error {
		for {
			var done bool
			err := chromedp.Evaluate(script, &done, byUser).Do(ctx)
			switch {
			case ctx.Err() != nil:
				return fmt.Errorf("nothing to press at %s: %w", selector, ctx.Err())
			case err == nil && done, err != nil && strings.Contains(err.Error(), "navigated"): // by the press
				return nil
			case err != nil && !replaced(err):
				return err
			}
			time.Sleep(pause)
		}
	})
}

// replaced reports whether a step failed because the page was replaced under it.
func replaced(err error) bool {
	for _, says := range []string{"Could not find node", "No node with given id", "Cannot find context", "context was destroyed"} {
		if strings.Contains(err.Error(), says) {
			return true
		}
	}
	return false
}
