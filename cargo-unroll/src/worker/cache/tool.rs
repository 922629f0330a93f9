//! The digest of an executable, which is remembered as long as the file seems to be the same.

use std::fs;

use camino::Utf8Path;

use crate::model::digest::{digest_of_bytes, file_identity};

/// The digest of the file at `exe`. Digests are remembered in `folder`, as reading a large file takes longer than most runs with a cache.
pub fn tool_digest(exe: &Utf8Path, folder: Option<&Utf8Path>) -> Option<String> {
    let identity = file_identity(exe)?;
    let memory = folder.map(|folder| folder.join("tool-digest"));
    let remembered = memory
        .as_ref()
        .and_then(|path| fs::read_to_string(path).ok());
    let remembered = remembered.as_ref().and_then(|text| text.split_once('\n'));
    if let Some((known, digest)) = remembered
        && known == identity
    {
        return Some(digest.trim_end().to_owned());
    }
    let digest = digest_of_bytes(&fs::read(exe).ok()?);
    if let Some(path) = memory {
        // Without it, the next run reads the file again.
        let text = format!("{identity}\n{digest}\n");
        let _ = fs::create_dir_all(path.parent()?)
            .and_then(|()| tempfile::NamedTempFile::new_in(path.parent().unwrap_or(&path)))
            .and_then(|file| {
                fs::write(file.path(), text)?;
                file.persist(&path).map_err(|error| error.error)
            });
    }
    Some(digest)
}
