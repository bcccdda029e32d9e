// Package doctor has the command doctor: what of this machine, and of devservers' own files, would keep servers from
// starting, being found or being watched. It starts nothing, and changes something only with --fix.
package doctor
