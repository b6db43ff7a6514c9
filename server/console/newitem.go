package console

import (
	"maps"
	"slices"

	"tijian/engine/draft"
	"tijian/server/console/newform"
)

// addNew writes what is new, where nothing speaks against it and the visitor does not
// only try it.
func (c *Console) addNew(v *requestContext, p *newform.Item, try func() (draft.New, error)) (saved bool, err error) {
	c.saving.Lock()
	defer c.saving.Unlock()
	what, err := try()
	if err != nil {
		return false, c.outOfOrder(v, err)
	}
	if p.Faults = what.Faults; len(p.Faults) > 0 || p.Do != "save" {
		return false, nil
	}
	for _, file := range slices.Sorted(maps.Keys(what.Files)) {
		if err := c.write(v, v.version.Name, file, what.Files[file]); err != nil {
			return false, err
		}
	}
	return true, nil
}
