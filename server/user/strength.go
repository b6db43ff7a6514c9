package user

import (
	_ "embed" // the list of common passwords
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// minPassword is the shortest good password, in characters.
const minPassword = 12

//go:embed common.txt
var common string

// CheckStrength says why a password for a user is too easy to guess, or nil.
func CheckStrength(name, password string) error {
	lower := strings.ToLower(password)
	kinds := map[rune]bool{}
	for _, r := range lower {
		kinds[r] = true
	}
	switch {
	case utf8.RuneCountInString(password) < minPassword:
		return fmt.Errorf("password: must have at least %d characters", minPassword)
	case len(kinds) < 5:
		return errors.New("password: must have at least 5 different characters")
	case utf8.RuneCountInString(name) >= 4 && strings.Contains(lower, strings.ToLower(name)):
		return errors.New("password: must not contain the user name")
	case slices.Contains(strings.Fields(common), strings.TrimRight(lower, "!.?")):
		return errors.New("password: is one of those that are tried first; choose another")
	}
	return nil
}
