// Package prefix splits lines by the process that printed them, where several share one output: [api] text,
// web-1  | text, shop:dev: text. It remembers which prefixes came, in bounded memory. It knows nothing about the text.
package prefix
