package console

import "tijian/server/console/form"

// sent fills a form with what a POST sent: see form.Fill.
func (v *requestContext) sent(into any) { form.Fill(into, v.PostForm) }

// asked fills a form with the query of the address.
func (v *requestContext) asked(into any) { form.Fill(into, v.URL.Query()) }
