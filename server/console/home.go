package console

import "net/http"

func (c *Console) home(v *requestContext) error { return v.show(http.StatusOK, "home", nil) }
