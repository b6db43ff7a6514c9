// Package console is the service's pages for people, below /console/: html/template
// and plain CSS from embedded files, with htmx and one small script for what a page
// cannot do alone. It asks the packages that the API and the command line ask and
// decides nothing itself about values, pictures, texts or rules.
//
// Package draft of the engine reads the versions of the rules and edits drafts:
// rules.go shows them, cells.go (with assets/grid.js), newitem.go and
// edit.go are their forms; draft.go and release.go are a draft's way into force, by the
// acts of package release.
//
// Work on people's results is a case (package cases; casework.go): report.go takes the
// pictures, report_view.go and report_correct.go are what was read of them, assess.go
// is the form, answer_page.go the answer for the doctor and the patient, trends.go what
// came of a person's examinations; what they show
// is made in lines, answer, person and casework, which know nothing of pages, as grid,
// newform, trials, review and chart know nothing of them for those who edit. Every act on
// a case leads to a page with an address of its own.
//
// # To add a page
//
//  1. A line in routes (routes.go): method, path, the least role, what it is about,
//     the handler. Paths are below /console/, without a slash in front. The role is
//     checked before the handler runs, and so is the CSRF token of every POST; the
//     version, draft or file that it is about is found then, too.
//  2. A handler func(c *Console, v *requestContext) error in a file of its own. It reads
//     a form (v.sent, v.asked: request_context.go), asks the engine (c.Live.Snapshot()) or another package, fills a
//     struct and ends with v.show(http.StatusOK, "name", data). To send the
//     browser elsewhere: v.redirect("path"). An error it returns becomes a page
//     (500, or that of a *fault: v.fail(status, key)); nothing of it is shown.
//  3. templates/name.html, which defines "main" (and is put into layout.html).
//     The dot is a page: .Data is the handler's struct, .Root leads to /console/
//     from wherever the page is ("href={{.Root}}assess"), .CSRF goes into every
//     form by {{template "csrf" .}}. A part that htmx asks for alone is a template
//     of its own, shown with v.part("name", "block", data).
//  4. Words in words/words.yaml under one key, Chinese and English, used as
//     {{t "key"}}, with {{t "key" a b}} for %s in the text. A test demands that
//     every key is used. The title of the page is the key "name.title".
//  5. A link in the navigation, if it deserves one: nav in page.go; subpages there
//     are the pages of one entry.
//  6. A form's fields are kept by assets/kept.js when the session has ended before
//     it is sent, and put back after the login: whatever shows the form has to
//     answer to a GET of its own address. A form whose fields the page makes as
//     they are needed names in data-restore the act that shows it as it was left.
//     Who leaves a form that was not sent is asked (assets/unsaved.js); one that the
//     server sends back with what was typed says so by data-unsaved. The form of a
//     case saves itself (assets/autosave.js), and so do the lines of a report.
//  7. An act that somebody may have to answer for: c.security, whose events package
//     audit keeps in the database if it knows them.
//
// The Content-Security-Policy forbids inline scripts and styles: classes go into
// assets/console.css, behaviour into assets/console.js. SVG presentation
// attributes are fine. The colours of levels come from the rules: classes c0 to
// c5 (assets/colors.css is written from the manifest), which set --level.
package console
