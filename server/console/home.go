package console

import "net/http"

func (c *Console) home(v *visit) error { return v.show(http.StatusOK, "home", nil) }
