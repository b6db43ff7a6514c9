package httpapi

import (
	"bytes"
	"context"
	"errors"
	"net/http"

	"github.com/gin-gonic/gin"

	"tijian/engine/tabular"
	"tijian/server/batch"
)

// Batches assess files of many persons.
type Batches interface {
	Submit(ctx context.Context, owner string, kind batch.Kind, data []byte) (batch.Batch, error)
	Get(ctx context.Context, owner, id string) (batch.Batch, error)
	Parts(ctx context.Context, id string, each func(answers, ledger []byte) error) error
	Rows(answer []byte) ([][]string, error)
}

// contentNDJSON is the media type of JSON values, one a line.
const contentNDJSON = "application/x-ndjson"

// batchTypes are the media types of files that are taken, and batchKinds what they are.
var (
	batchTypes = []string{contentNDJSON, "text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "application/vnd.ms-excel", "application/vnd.oasis.opendocument.spreadsheet"}
	batchKinds = map[string]batch.Kind{batchTypes[0]: batch.NDJSON, batchTypes[1]: batch.CSV, batchTypes[2]: batch.XLSX, batchTypes[3]: batch.XLSX, batchTypes[4]: batch.XLSX}
)

// batchObject is a file on the wire.
type batchObject struct {
	ID        string `json:"id"`
	CreatedAt string `json:"created_at"`
	Status    string `json:"status"`
	Error     string `json:"error"`
	Total     int    `json:"total"`
	Done      int    `json:"done"`
	Faulty    int    `json:"faulty"`
}

func wireBatch(b batch.Batch) batchObject {
	return batchObject{b.ID, timestamp(b.CreatedAt), b.Status, b.Error, b.Total, b.Done, b.Faulty}
}

func (a *API) postBatch(c *gin.Context) {
	data, ok := a.file(c, a.Limits.Batch, func(n int) int64 { return 2 * int64(n) }, batchTypes...)
	if !ok {
		return
	}
	b, err := a.Batches.Submit(c.Request.Context(), owner(c), batchKinds[kindOf(c.Request)], data)
	switch {
	case errors.Is(err, batch.ErrFull):
		later(c, http.StatusTooManyRequests, 30, saidManyBatches)
	case err != nil:
		a.broken(c, err, false)
	default:
		answer(c, http.StatusAccepted, wireBatch(b))
	}
}

func (a *API) getBatch(c *gin.Context) {
	b, err := a.Batches.Get(c.Request.Context(), owner(c), c.Param("batch_id"))
	form := c.Query("format")
	switch {
	case errors.Is(err, batch.ErrNotFound):
		fail(c, http.StatusNotFound, saidNoBatch)
	case err != nil:
		a.broken(c, err, false)
	case form != "ndjson" && form != "csv" && form != "ledger":
		answer(c, http.StatusOK, wireBatch(b))
	case b.Status != batch.Done && b.Status != batch.Failed:
		fail(c, http.StatusConflict, saidBatchUndone)
	default:
		a.batchResult(c, b.ID, form)
	}
}

// batchResult writes the lines of a file part by part. What fails once some are
// written breaks the connection off: half a result must not look whole.
func (a *API) batchResult(c *gin.Context, id, form string) {
	kind, heading := contentNDJSON, []byte(nil)
	if form == "csv" {
		var b bytes.Buffer
		b.WriteString("\ufeff") // by which spreadsheets know UTF-8
		_ = tabular.Write(&b, [][]string{batch.Columns})
		kind, heading = "text/csv; charset=utf-8", b.Bytes()
	}
	c.Header("Content-Type", kind)
	_, err := c.Writer.Write(heading)
	if err == nil {
		err = a.Batches.Parts(c.Request.Context(), id, func(answers, ledger []byte) error {
			switch form {
			case "ledger":
				answers = ledger
			case "csv":
				var b bytes.Buffer
				for l := range bytes.Lines(answers) {
					rows, err := a.Batches.Rows(l)
					if err != nil {
						return err
					}
					_ = tabular.Write(&b, rows)
				}
				answers = b.Bytes()
			}
			_, err := c.Writer.Write(answers)
			return err
		})
	}
	if err != nil {
		panic(http.ErrAbortHandler)
	}
}
