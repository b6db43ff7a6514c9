package release

import (
	"tijian/engine"
	"tijian/engine/record"
	"tijian/engine/sheet"
)

// Sheet lists what a draft has otherwise than the version in force, with the
// fingerprint of the draft: as it was proposed, with what was said of it, or made anew
// where nobody proposed the draft as it is.
func (d *Releaser) Sheet(draft string) (s *sheet.Sheet, fingerprint string, err error) {
	current, err := d.current()
	if err != nil {
		return nil, "", err
	}
	if err := d.version(draft); err != nil {
		return nil, "", err
	}
	lock, err := record.NewLock(d.Files.RulesFS(), d.Files.DictionariesFS(), draft)
	if err != nil {
		return nil, "", err
	}
	fingerprint = lock.Fingerprint()
	from := current.At(d.now())
	p, err := d.Proposed(draft)
	if err != nil || p != nil && p.Sheet != nil && p.Fingerprint == fingerprint && p.From == from {
		if p != nil {
			s = p.Sheet
		}
		return s, fingerprint, err
	}
	before, problems := engine.Draft(d.Files, from)
	if len(problems) > 0 {
		return nil, "", &Refused{Problems: problems}
	}
	after, problems := engine.Draft(d.Files, draft)
	if len(problems) > 0 {
		return nil, "", &Refused{Problems: problems}
	}
	s, _, _, err = sheet.Between(d.Files, before, after)
	return s, fingerprint, err
}
