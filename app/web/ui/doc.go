// Package ui answers browsers: pages, the streams that keep them current, the pages of merged logs, and the buttons. It
// owns the operations that buttons have started. Package views draws what it shows; it knows nothing of the API.
package ui
