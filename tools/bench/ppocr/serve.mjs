// Reads the pictures named on standard input, one a line, and answers each with
// how many lines of text it found. It is a peer for `make bench`, left out until
// it is installed:
//
//	npm ci --ignore-scripts --prefix tools/bench/ppocr
import Ocr from '@gutenye/ocr-node'
import readline from 'node:readline'

const ocr = await Ocr.create({ onnxOptions: { intraOpNumThreads: 1, interOpNumThreads: 1 } })
for await (const file of readline.createInterface({ input: process.stdin })) {
  console.log((await ocr.detect(file)).length)
}
