package main

import "fmt"

// swatch is a small square of a colour.
func swatch(hex string) string {
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="14" height="14"><rect width="14" height="14" rx="3" fill="%s"/></svg>`+"\n", hex)
}
