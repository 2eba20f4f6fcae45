"""Many tables: who meets whom, what came of it, and how strong that makes everybody."""
